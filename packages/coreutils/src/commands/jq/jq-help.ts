/** The text of `jq --help`, in our own words; jq's manual is at https://jqlang.org/manual/. */
export const JQ_HELP = `Usage: jq [OPTION]... FILTER [FILE]...
  or:  jq [OPTION]... -f FILE [FILE]...
Apply FILTER to the JSON texts in FILEs, or in standard input, and print the results.

  -n, --null-input            no input: the filter gets null, input and inputs read it
  -R, --raw-input             lines are texts, not JSON
  -s, --slurp                 all inputs as one array
  -c, --compact-output        each result on one line
  -r, --raw-output            texts without quotes
  -j, --join-output           the same, without newlines
      --raw-output0           the same, with NUL behind each
  -a, --ascii-output          other characters as escapes
  -S, --sort-keys             keys in order
  -C, --color-output          with colours
  -M, --monochrome-output     without them
      --tab                   indent with tabs
      --indent N              indent with N blanks, 0 to 7
      --stream                the input as paths and values
      --seq                   application/json-seq
  -e, --exit-status           status 1 when the last result is false or null, 4 when there is none
  -f, --from-file             FILTER is a file
      --arg NAME TEXT         $NAME is TEXT
      --argjson NAME JSON     $NAME is JSON
      --slurpfile NAME FILE   $NAME is the array of the values in FILE
      --rawfile NAME FILE     $NAME is the text of FILE
      --args, --jsonargs      what follows is $ARGS.positional
  -h, --help                  display this help and exit
  -V, --version               output version information and exit

This is jq 1.8. Inputs may have 64 MiB. Modules (-L, import) are not available.
`;
