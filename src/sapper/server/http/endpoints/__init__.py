"""The handlers of the API, one file for each subject."""
