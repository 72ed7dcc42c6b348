/** Variables that change what runs, from where it is loaded, or how a command line is read. */
const RISKY =
  /^(?:PATH|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|BASH_LOADABLES_PATH|BASH_CMDS|BASH_ALIASES|PS4|PROMPT_COMMAND|CDPATH|GLOBIGNORE|EXECIGNORE|HOME|SHELL|XDG_CONFIG_HOME|XDG_CONFIG_DIRS|LD_.*|DYLD_.*|GCONV_PATH|NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|NPM_CONFIG_.*|npm_config_.*|PYTHON(?:PATH|HOME|STARTUP|INSPECT|BREAKPOINT|WARNINGS|USERBASE)|PERL5?(?:LIB|OPT|DB)|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|GOFLAGS|GOENV|GOROOT|GOTOOLCHAIN|GOCACHEPROG|GOAUTH|CGO_.*|RUSTFLAGS|CARGO_ENCODED_RUSTFLAGS|RUSTDOC|RUSTUP_.*|RUSTC(?:_WRAPPER)?|RUSTC_WORKSPACE_WRAPPER|CARGO_(?:BUILD_.*|TARGET_.*|ALIAS_.*|HOME)|CC|CXX|AR|LINKER|MAKEFLAGS|MAKEFILES|GNUMAKEFLAGS|MFLAGS|GIT_.*|SSH_ASKPASS|SUDO_ASKPASS|.*PAGER|.*EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|LESSKEY.*|TAR_OPTIONS|RSYNC_.*|LESS|LESSCHARSET|MORE|MANOPT|MANPATH|GROFF_.*|TAPE|RSH|PHPRC|PHP_INI_SCAN_DIR|LUA_(?:INIT|PATH|CPATH).*|VIMINIT|EXINIT|FZF_DEFAULT_.*|OPENSSL_.*|SSLKEYLOGFILE|NODE_(?:V8_COVERAGE|COMPILE_CACHE|REDIRECT_WARNINGS|EXTRA_CA_CERTS)|PNPM_.*|YARN_.*|COREPACK_.*|BUN_.*|DENO_.*|KUBECTL_.*|XZ_OPT|XZ_DEFAULTS|ZSTD_.*|UNZIPOPT|COMPOSE_.*|BUNDLE_.*|GEM_.*|GREP_OPTIONS|GZIP|ZIPOPT|UNZIP|AWKPATH|AWKLIBPATH|HISTFILE|FCEDIT|BASH_XTRACEFD|http_proxy|https_proxy|all_proxy|HTTPS?_PROXY|ALL_PROXY|POSIXLY_CORRECT|TMPDIR|TZDIR|MAGIC|LOCPATH|NLSPATH|GLIBC_TUNABLES|MALLOC_.*|TERMINFO.*|TERMCAP|RIPGREP_CONFIG_PATH|CURL_HOME|WGETRC|SSL_CERT_.*|DOCKER_.*|KUBECONFIG)$/;

/** Variables of tools that build and install: where code comes from, and which programs work on it. */
const RISKY_FOR_BUILDS =
  /^(?:PIP_.*|UV_.*|POETRY_.*|PIPENV_.*|CONDA_.*|PYTEST_(?:ADDOPTS|PLUGINS)|PYTHON(?:PLATLIBDIR|EXECUTABLE|PYCACHEPREFIX)|COVERAGE_PROCESS_START|GO(?:PROXY|PATH|WORK|BIN|CACHE|MODCACHE|TMPDIR|SUMDB|NOSUMDB|NOSUMCHECK|NOPROXY|PRIVATE|INSECURE|VCS|EXPERIMENT)|RUSTFMT|RUSTDOCFLAGS|CARGO_(?:HTTP|NET|REGISTR|SOURCE|PROFILE|INSTALL).*|C(?:XX|PP)?FLAGS|LD(?:FLAGS|LIBS)?|CPP|AS|NM|FC|LEX|YACC|CPATH|C(?:PLUS)?_INCLUDE_PATH|LIBRARY_PATH|COMPILER_PATH|GCC_EXEC_PREFIX|PKG_CONFIG.*|CMAKE_.*|MAKE|(?:MAVEN|GRADLE|JAVA|SBT|ANT|LEIN|JVM)_(?:OPTS|ARGS|HOME)|GRADLE_USER_HOME|M2_HOME|PERL_M[BM]_OPT|NODE_TLS_REJECT_UNAUTHORIZED|TS_NODE_.*|ELECTRON_.*|BUILDKIT_.*|GNUPGHOME|SVN_SSH|CVS_RSH|BZIP2?|INPUTRC|RAKEOPT|SPEC_OPTS|ftp_proxy|FTP_PROXY)$/;

/** Variables that may stand before a command without changing what it is. */
const HARMLESS =
  /^(?:NODE_ENV|CI|DEBUG|VERBOSE|LOG_LEVEL|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|RUST_BACKTRACE|RUST_LOG|CARGO_TERM_COLOR|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|GOOS|GOARCH|CGO_ENABLED|PORT|HOST)$/;

/** Commands that look at no variables but those that are risky or harmless for every command. */
export const IGNORES_VARIABLES: ReadonlySet<string> = new Set(
  'basename cat cut date diff dirname echo expr false find fold grep head join ls nl paste printf pwd read rev rg sed seq sort stat tac tail test tr tree true uniq wc'.split(
    ' ',
  ),
);

/** Says whether a variable can change what commands do or which ones run. */
export function isRiskyVariable(name: string): boolean {
  return (RISKY.test(name) || RISKY_FOR_BUILDS.test(name)) && !HARMLESS.test(name);
}

/** Says whether a variable is known to be harmless in the environment of one command. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS.test(name);
}

/** Directories below this one in which code is found. */
const BELOW_HERE = /^(?:\.|(?:\.\/)?\w[\w.-]*(?:\/\w[\w.-]*)*)\/?$/;

/** Says whether a value is harmless where others are not: output that is not paged, code of the directory itself. */
export function isHarmlessAssignment(name: string, value: string | undefined): boolean {
  if (name === 'PYTHONPATH' || name === 'NODE_PATH')
    return value !== undefined && value !== '' && value.split(':').every((path) => BELOW_HERE.test(path));
  return name.endsWith('PAGER') && (value === 'cat' || value === '');
}
