"""A kiosk's parts that know no screen: opening hours, the count of days, the wins it plays, and the supervisor."""
