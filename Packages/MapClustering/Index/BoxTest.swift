import OrbitModels

/// Whether points lie in a box, without branches: for many of them, of which about half do.
struct BoxTest {
    private let box: MapBox
    private let isAround: Int

    init(_ box: MapBox) {
        self.box = box
        isAround = box.width >= 360 ? 1 : 0
    }

    /// 1 if ``MapBox/contains(_:)``, else 0.
    @inline(__always)
    func contains(_ point: Coordinates) -> Int {
        let latitude = point.latitude
        let isBetween = (box.south <= latitude ? 1 : 0) & (latitude <= box.north ? 1 : 0)
        let offset = point.longitude - box.west
        let around = offset < 0 ? offset + 360 : offset
        let isEast = (around <= box.width ? 1 : 0) | (around == 360 ? 1 : 0)
        return isBetween & (isEast | isAround | (abs(latitude) == 90 ? 1 : 0))
    }
}
