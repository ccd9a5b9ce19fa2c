import OrbitModels

/// Many points in the order of their places, with their contributions to a cluster. This part of building needs no
/// neighbours.
struct GatheredPoints {
    var points = PointColumns()
    var ids = IDTable()
    /// The heads, by site. They do not have merges yet.
    var heads: ContiguousArray<SiteHead> = []
    /// The unit vectors, by point.
    private(set) var vectors: ContiguousArray<UnitVector> = []
    /// Whether all ids are different.
    private(set) var isDistinct = true

    init() {}

    init(_ order: PlaceOrder, _ place: (Int) -> Coordinates, _ point: (Int) -> PlainPoint) {
        points.reserve(order.numbers.count)
        vectors.reserveCapacity(order.numbers.count)
        heads = ContiguousArray(repeating: SiteHead(), count: order.places.count)
        var near: ContiguousArray<Coordinates> = []
        for start in stride(from: 0, to: order.numbers.count, by: 64) {
            let batch = start..<min(start + 64, order.numbers.count)
            // Points are scattered in memory. A batch of reads lets the processor wait for many points at the same
            // time.
            near.removeAll(keepingCapacity: true)
            for index in batch { near.append(place(Int(order.numbers[index]))) }
            for place in near { vectors.append(UnitVector(place)) }
            for index in batch {
                let slot = points.add(point(Int(order.numbers[index])))
                let site = order.sites[index]
                points.link(slot, to: site, lead: &heads[Int(site)].lead)
            }
        }
        isDistinct = ids.fill(points.rows)
    }
}
