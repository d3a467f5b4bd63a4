"""Classes under the names by which older pickles refer to them."""

from ._components import ComponentsResult as ComponentsResult
from ._eccentricity import DiameterResult as DiameterResult, EccentricityResult as EccentricityResult
from ._neighbors import NeighborsResult as NeighborsResult
from ._reach_index import _restore_index as _restore_index
