import Foundation

extension ClusterTree {
    /// Calls `body` for the anchors of a zoom within `reach` of a place, with their squared distances.
    ///
    /// Distances between the square and a polar disc are measured in the disc.
    func forEachAnchor(
        of zoom: Int, within reach: ZoomRadius, of place: PlanePoint, _ body: (_ site: Int32, _ squared: Int64) -> Void
    ) {
        func search(around point: PlanePoint, inCap isInCap: Bool) {
            grids[zoom].visit(PlaneArea(around: point, reach: reach.margin), of: places) { site, other in
                guard other.isInCap == isInCap else { return }
                let squared = PlanePoint.squaredDistance(point, other)
                if squared <= reach.squared { body(site, squared) }
            }
        }
        search(around: place, inCap: place.isInCap)
        guard place.distanceToEdge <= reach.radius + 2 else { return }
        // An extended disc covers the adjacent part of the square.
        guard place.isInCap else { return search(around: place.inCap, inCap: true) }
        grids[zoom].visit(.strip(beside: place, reach: reach), of: places) { site, other in
            guard !other.isInCap, (other.y < 0) == (place.y < 0) else { return }
            let squared = PlanePoint.squaredDistance(other.inCap, place)
            if squared <= reach.squared { body(site, squared) }
        }
    }

    /// Returns the nearest anchor of a zoom in reach of a place. Among equally near anchors, the lowest key wins.
    func nearestAnchor(of zoom: Int, to place: PlanePoint) -> Int32? {
        var best: (site: Int32, squared: Int64)?
        forEachAnchor(of: zoom, within: zoomRadii[zoom], of: place) { site, squared in
            if let found = best, squared > found.squared || squared == found.squared && key(found.site) < key(site) {
                return
            }
            best = (site, squared)
        }
        return best?.site
    }

    /// Whether an anchor with a lower key is in reach of a place.
    func isCovered(_ place: PlanePoint, at zoom: Int) -> Bool {
        let own = PlaceKey(place)
        var isCovered = false
        forEachAnchor(of: zoom, within: zoomRadii[zoom], of: place) { site, _ in
            if key(site) < own { isCovered = true }
        }
        return isCovered
    }
}

extension PlaneArea {
    /// Returns the part of the square that can be in reach of a place in a polar disc.
    ///
    /// It spans the longitudes that the reach covers at the rim, or all longitudes.
    static func strip(beside place: PlanePoint, reach: ZoomRadius) -> PlaneArea {
        let sine = reach.radius / PlanePoint.capRadius
        let span = sine < 1 ? asin(sine) / (2 * .pi) * 0x1p32 + 8 : 0x1p32
        let edge = Int64(PlanePoint.edge)
        return PlaneArea(
            west: place.capLongitude &- UInt32(truncatingIfNeeded: Int64(span)), width: UInt64(2 * span),
            top: place.y < 0 ? -edge : edge - reach.margin, bottom: place.y < 0 ? reach.margin - edge : edge)
    }
}
