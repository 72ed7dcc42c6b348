/** Settings of git that change only how its output looks, or who is named in it; the others may name programs. */
const HARMLESS =
  /^(?:color\.[\w.-]+|core\.(?:quotepath|abbrev|precomposeunicode|pager=(?:cat)?$)|pager\.[\w-]+=(?:false|cat)?$|log\.(?:date|decorate|abbrevcommit|showsignature=false$)|diff\.(?:renames|algorithm|context|colormoved|noprefix|mnemonicprefix)|column\.\w+|advice\.\w+|status\.\w+|i18n\.\w+|user\.(?:name|email)|commit\.gpgsign=false$|grep\.(?:linenumber|column|patterntype)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|init\.defaultbranch|rebase\.(?:autostash|autosquash)|core\.(?:autocrlf|eol|safecrlf|filemode|ignorecase|longpaths)|merge\.conflictstyle|rerere\.enabled)(?:=|$)/i;

/** Says whether a setting, `name=value` as `git -c` takes it, makes nothing run; one that is not known may do so. */
export function isHarmlessSetting(setting: string | undefined): boolean {
  return setting !== undefined && HARMLESS.test(setting);
}
