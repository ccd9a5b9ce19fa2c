import OrbitModels

extension CoarseGrid {
    /// A box with one cell more on each side.
    func grown(_ box: MapBox) -> MapBox {
        let (south, north) = (max(-90, box.south - cellHeight), min(90, box.north + cellHeight))
        let width = 360 / columns(at: min(90, max(abs(south), abs(north)) + cellHeight))
        let whole = box.width + 2 * width >= 360
        return MapBox(
            west: whole ? -180 : box.west - width, south: south,
            east: whole ? 180 : box.west + box.width + width, north: north) ?? .world
    }
}
