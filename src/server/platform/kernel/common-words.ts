/**
 * Parts of which the most used passwords of twelve and more characters are made, alone or combined: compiled
 * in November 2026 by hand, after the yearly lists of NordPass, the top 100,000 of the UK's NCSC (2019) and
 * words from this product's own field. Lower case.
 */
export const commonWords: readonly string[] = `
password passwort passwd pass motdepasse contrasena contraseña senha parola haslo hasło wachtwoord salasana sifre şifre lozinka heslo
admin administrator administrador root superuser superadmin sysadmin user username guest test tester testing demo default changeme change
secret secure security login logon signin access account service system server network computer internet windows linux ubuntu oracle cisco
database manager operator support office company business webmaster website shop store consent privacy cookie cookies banner express
welcome willkommen bienvenue hello hallo hola ciao letmein openup opensesame trustno trust whatever nothing something anything forever
iloveyou ilove loveyou love lovely lover mylove family mother father daddy mommy mummy baby babygirl princess prince angel angels sweet heart
sunshine summer winter spring autumn fall sommer herbst flower rainbow butterfly purple orange yellow green black white silver golden
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
dragon monkey tiger lion eagle panther wolf horse shadow master killer hunter ranger soldier warrior ninja pirate superman batman spiderman
pokemon starwars matrix gandalf naruto minecraft roblox fortnite playstation nintendo pikachu hellokitty
football baseball basketball soccer hockey tennis fussball futbol liverpool chelsea arsenal manchester united barcelona realmadrid juventus
michael michelle jennifer jessica ashley amanda daniel andrew thomas charlie george jordan robert william alexander anthony joshua matthew
nicole samantha elizabeth natalie victoria maria anna peter martin stefan christian sebastian
qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdf asdfgh asdfghjkl yxcvbnm zxcvbnm zxcvbn qazwsx qazwsxedc wsxedc
google facebook twitter instagram amazon apple samsung microsoft youtube linkedin myspace
america england london berlin germany deutschland france paris italia espana polska nederland canada australia mexico brasil
freedom jesus christ jesuschrist god blessed faith heaven magic mustang ferrari mercedes porsche harley corvette
money million billion lucky happy smile music guitar cheese cookie chocolate coffee banana pepper ginger buster maggie bailey
this that these those the and you are our your my is it me we for not no yes one two three four five six seven eight nine ten zero
`
  .trim()
  .split(/\s+/);
