"""What the frozen build needs besides PyInstaller: the pictures of our icon, the licences of what is bundled."""
