"""What a kiosk shows besides the game itself: the attract screen, the way in, the way out, and the operator's page."""
