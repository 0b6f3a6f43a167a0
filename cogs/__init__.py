"""What people see and press on Discord: commands, buttons and panels."""
