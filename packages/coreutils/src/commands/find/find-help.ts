/** The text of `find --help`. */
export const FIND_HELP = `Usage: find [-H] [-L] [-P] [PATH]... [EXPRESSION]
Walk the tree at each PATH (the current directory without one) and evaluate EXPRESSION for every file.
Without an action, files for which it holds are printed.

Operators, the strongest first:
  ( EXPR )   ! EXPR   -not EXPR   EXPR1 -a EXPR2   EXPR1 EXPR2   EXPR1 -o EXPR2   EXPR1 , EXPR2
Options:
  -depth -d  -maxdepth N  -mindepth N  -mount -xdev  -follow  -daystart  -regextype TYPE
Tests (N may be +N for more, -N for less):
  -name GLOB  -iname GLOB  -path GLOB  -ipath GLOB  -regex PATTERN  -iregex PATTERN  -lname GLOB  -ilname GLOB
  -type [fdlcbps,...]  -xtype [...]  -empty  -size N[bcwkMG]  -perm [-/]MODE  -links N  -inum N  -samefile FILE
  -user NAME  -group NAME  -uid N  -gid N  -nouser  -nogroup  -readable  -writable  -executable
  -mtime N  -atime N  -ctime N  -mmin N  -amin N  -cmin N  -newer FILE  -anewer FILE  -cnewer FILE  -newerXY REF
  -true  -false
Actions:
  -print  -print0  -printf FORMAT  -ls  -fprint FILE  -fprint0 FILE  -fprintf FILE FORMAT  -fls FILE
  -exec COMMAND ;  -exec COMMAND {} +  -execdir COMMAND ;  -ok COMMAND ;  -okdir COMMAND ;  -delete  -prune  -quit
`;
