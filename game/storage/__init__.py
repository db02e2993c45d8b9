"""What is kept between two runs: settings, active games. Knows no screen and no sentence."""
