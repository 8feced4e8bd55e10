"""What commands give back: frozen values that `ui/` draws by their class and `--json` prints."""
