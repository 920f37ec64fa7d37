"""What reads the command line besides its parser: languages, helps, examples, completion."""
