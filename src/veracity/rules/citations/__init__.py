"""Whether two web addresses name the same page, and which of a model's citations are real.

What RFC 3986 does not make equal is different, but for the choices of this table and the tables of
`sources/urls.toml`. Behind every "same" stands one identity (`canonical_url`), so the relation is
reflexive, symmetric and transitive.

| addresses | here | why |
|---|---|---|
| `http` and `https`, each on its own port | same | sites serve one page under both |
| `www.` before a domain or a host in it | same | exactly `www.`, and no other first label |
| one slash at the end of the path | same | servers send readers from one to the other |
| `//` within a path, `index.html` | different | not provable without a fetch |
| order of parameters with different names | same | no known site tells them apart |
| order of parameters with the same name | different | it is a list |
| tracking and session parameters | same | tables; `ref` only where its value has no digit |
| `+` and `%20` in a query, `%2F` and `/` | different | reserved characters (RFC 3986, 2.2) |
| accents composed and decomposed | different | other octets, which servers tell apart |
| `#section`, `#:~:text=` | same | they never reach the server |
| `#!/route`, `#/route` | different | the page shows something else |
| known sites: videos, DOIs, encyclopedias | same | `[[page]]` of the table |
| a snapshot and its original, two snapshots | different | other text at another time |
| abstract, paper, version, revision, language | different | a quote of one need not be in another |
| viewers, shorteners, redirect tokens | different | until our own fetch has followed them |
| a view for phones or print and its page | same | only if its own fetched rel=canonical says so |
"""

from veracity.rules.citations.canonical import canonical_url
from veracity.rules.citations.identity import Intersection, intersect, same_page
from veracity.rules.citations.redirects import Redirects, followed

__all__ = ["Intersection", "Redirects", "canonical_url", "followed", "intersect", "same_page"]
