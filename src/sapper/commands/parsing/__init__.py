"""The command line around its parser: languages, helps, examples, completion."""
