"""What the host of a server can do with `azulejos admin`, also while servers run."""
