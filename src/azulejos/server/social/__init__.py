"""Friends, challenges, vacations and chat."""
