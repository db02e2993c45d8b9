"""What things look and sound like: colours, letters, icons, cards, the table's surface, sounds."""
