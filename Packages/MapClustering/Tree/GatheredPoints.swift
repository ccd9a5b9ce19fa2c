import OrbitModels

/// Many points in the order of their places, with what each of them adds to a cluster: the part of building that needs
/// no neighbours.
struct GatheredPoints {
    var points = PointColumns()
    var ids = IDTable()
    /// By site; none has a merge yet.
    var heads: ContiguousArray<SiteHead> = []
    /// By point.
    private(set) var vectors: ContiguousArray<UnitVector> = []
    /// Whether no id came twice.
    private(set) var isDistinct = true

    init() {}

    init(_ order: PlaceOrder, _ point: (Int) -> PlainPoint) {
        points.reserve(order.numbers.count)
        vectors.reserveCapacity(order.numbers.count)
        heads = ContiguousArray(repeating: SiteHead(), count: order.places.count)
        for (number, site) in zip(order.numbers, order.sites) {
            let plain = point(Int(number))
            let slot = points.add(plain)
            vectors.append(UnitVector(plain.coordinates))
            points.link(slot, to: site, lead: &heads[Int(site)].lead)
        }
        isDistinct = ids.fill(points.rows)
    }
}
