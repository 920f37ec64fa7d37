"""Line in, line out, no cursor control: for pipes, logs, screen readers and bots."""
