//! Conventions that an interpreter does not know.

/// Names by which modules are customarily imported.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("ET", "xml.etree.ElementTree"),
    ("dt", "datetime"),
    ("gpd", "geopandas"),
    ("jnp", "jax.numpy"),
    ("mp", "multiprocessing"),
    ("mpl", "matplotlib"),
    ("np", "numpy"),
    ("npt", "numpy.typing"),
    ("nx", "networkx"),
    ("pa", "pyarrow"),
    ("pd", "pandas"),
    ("pl", "polars"),
    ("plt", "matplotlib.pyplot"),
    ("px", "plotly.express"),
    ("sa", "sqlalchemy"),
    ("sns", "seaborn"),
    ("tf", "tensorflow"),
    ("tk", "tkinter"),
    ("xr", "xarray"),
];

/// New homes of Python 2 modules (the mapping of `lib2to3`'s `fix_imports` and `fix_urllib`), and
/// modules of the standard library that used to be separate packages.
pub(super) const MOVED_MODULES: &[(&str, &str)] = &[
    ("BaseHTTPServer", "http.server"),
    ("ConfigParser", "configparser"),
    ("Cookie", "http.cookies"),
    ("HTMLParser", "html.parser"),
    ("Queue", "queue"),
    ("SimpleHTTPServer", "http.server"),
    ("SocketServer", "socketserver"),
    ("StringIO", "io"),
    ("Tkinter", "tkinter"),
    ("__builtin__", "builtins"),
    ("cPickle", "pickle"),
    ("cStringIO", "io"),
    ("commands", "subprocess"),
    ("cookielib", "http.cookiejar"),
    ("copy_reg", "copyreg"),
    ("htmlentitydefs", "html.entities"),
    ("httplib", "http.client"),
    ("importlib_metadata", "importlib.metadata"),
    ("importlib_resources", "importlib.resources"),
    ("mock", "unittest.mock"),
    ("thread", "_thread"),
    ("urllib2", "urllib.request"),
    ("urlparse", "urllib.parse"),
    ("xmlrpclib", "xmlrpc.client"),
];

/// Looks a name up in a table.
pub(super) fn lookup<'t>(table: &[(&str, &'t str)], name: &str) -> Option<&'t str> {
    let found = table.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value)
}
