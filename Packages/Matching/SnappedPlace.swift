public import OrbitModels

extension Coordinates {
    /// The centre of the point's grid cell, about two kilometres across.
    ///
    /// Places are snapped *before* distances are measured. A distance from the exact point, however coarse, reveals the
    /// point by trilateration.
    public var snapped: Coordinates {
        CoarseGrid.standard.snapped(self)
    }
}
