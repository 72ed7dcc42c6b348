#### integers
printf "%d|%5d|%-5d|%05d|%+d|% d|%i\n" 42 42 42 42 42 42 -7; printf "%x %X %#x %o %#o %u\n" 255 255 255 8 8 3; printf "%d %d %d\n" 0x1f 017 "'A"
## STDOUT:
42|   42|42   |00042|+42| 42|-7
ff FF 0xff 10 010 3
31 15 65
## END
## status: 0

#### strings
printf "%s|%5s|%-5s|%.2s|%5.1s|\n" abc abc abc abc abc; printf "%c%c\n" hello world; printf "%s\n"; printf "%*s|%-*s|%.*s\n" 5 a 5 b 2 cde
## STDOUT:
abc|  abc|abc  |ab|    a|
hw

    a|b    |cd
## END
## status: 0

#### the format is used again
printf "%s-%s\n" a b c; printf "x\n" a b; printf "%d,"; echo; printf "[%s]" 1 2 3; echo
## STDOUT:
a-b
c-
x
0,
[1][2][3]
## END
## status: 0

#### escapes in formats and arguments
printf "a\tb\\n\101\x41\u00e9\n"; printf "%b|%s\n" "a\tb" "a\tb"; printf "%b" "stop\chere" more; echo; printf "%b\n" "\0101\101"
## STDOUT:
a	b
AAé
a	b|a\tb
stop
AA
## END
## status: 0

#### quoting
printf "%q\n" "a b" "" "'" $'a\nb' plain "x*y" é "~" "a=b"; printf "%Q\n" "a b"
## STDOUT:
a\ b
''
\'
$'a\nb'
plain
x\*y
é
\~
a=b
a\ b
## END
## status: 0

#### floats
printf "%f %.2f %8.3f|%-8.1f|%e %g %G\n" 3.14159 2.5 1.5 1.5 12345.678 0.0001 1e20; printf "%.0f %.0f %f\n" 0.5 1.5 -0; printf "%5.1f%%\n" 99.5
## STDOUT:
3.141590 2.50    1.500|1.5     |1.234568e+04 0.0001 1E+20
0 2 -0.000000
 99.5%
## END
## status: 0

#### into a variable
printf -v x "%03d" 7; echo $x; printf -v a[2] "%s" y; declare -p a; printf -v "b" "%s,%s" 1 2; echo $b
## STDOUT:
007
declare -a a=([2]="y")
1,2
## END
## status: 0

#### problems
printf "%d\n" abc; echo $?; printf "%d\n" 12x; echo $?; printf "%z\n"; echo $?; printf; echo $?; printf -- "-x\n"; printf "%d\n" ""; echo $?
## STDOUT:
0
1
12
1
1
2
-x
0
0
## END
## status: 0

#### times
TZ=UTC printf "%(%Y-%m-%d %H:%M:%S)T\n" 0 86399; TZ=UTC printf "%(%j %a %b %e %y %I %p)T\n" 1000000000; printf -v y "%(%Y)T" -1; [[ $y -gt 2000 ]] && echo now
## STDOUT:
1970-01-01 00:00:00
1970-01-01 23:59:59
252 Sun Sep  9 01 01 AM
now
## END
## status: 0

#### numbers that are too large
printf "%d %d\n" 9223372036854775807 -9223372036854775808; printf "%d\n" 9223372036854775808; echo $?; printf "%u %x\n" -1 -1
## STDOUT:
9223372036854775807 -9223372036854775808
9223372036854775807
0
18446744073709551615 ffffffffffffffff
## END
## status: 0

#### echo and its options
echo -n a; echo -e "b\tc\x41\0101\c"x; echo; echo -E "a\tb"; echo -ne "x\ny\n"; echo -q -n; echo - -- -e; echo -nx
## STDOUT:
ab	cAA
a\tb
x
y
-q -n
- -- -e
-nx
## END
## status: 0

#### echo under xpg_echo
shopt -s xpg_echo; echo "a\tb"; echo -E "a\tb"; shopt -u xpg_echo; echo "a\tb"
## STDOUT:
a	b
a\tb
a\tb
## END
## status: 0

#### middles go to the even neighbour
printf "%.0f %.0f %.0f %.1f %.2f %.1f\n" 0.5 1.5 2.5 0.25 0.125 0.35
## STDOUT:
0 2 2 0.2 0.12 0.3
## END
## status: 0

