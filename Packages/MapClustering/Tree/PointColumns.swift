import Foundation
import OrbitModels

/// The points, in columns by slot. Slots of points that were taken out are used again.
struct PointColumns: Sendable {
    private(set) var ids: ContiguousArray<String> = []
    private(set) var places: ContiguousArray<Coordinates> = []
    private(set) var times: ContiguousArray<Double> = []
    /// The numbers of kinds that this version knows; one more for all others.
    private var kinds: ContiguousArray<UInt8> = []
    private var otherKinds: [Int32: EventType] = [:]
    /// The site of each point.
    var sites: ContiguousArray<Int32> = []
    /// The next point at the same site.
    var next: ContiguousArray<Int32> = []
    private var vacant: [Int32] = []

    static let none: Int32 = -1

    mutating func reserve(_ count: Int) {
        ids.reserveCapacity(count)
        places.reserveCapacity(count)
        times.reserveCapacity(count)
        kinds.reserveCapacity(count)
        sites.reserveCapacity(count)
        next.reserveCapacity(count)
    }

    /// Adds a point that has no site yet.
    mutating func add(_ point: PlainPoint) -> Int32 {
        let kind = UInt8(truncatingIfNeeded: EventType.known.firstIndex(of: point.kind) ?? EventType.known.count)
        let slot: Int32
        if let vacated = vacant.popLast() {
            slot = vacated
            ids[Int(slot)] = point.id
            places[Int(slot)] = point.coordinates
            times[Int(slot)] = point.time
            kinds[Int(slot)] = kind
        } else {
            slot = Int32(truncatingIfNeeded: ids.count)
            ids.append(point.id)
            places.append(point.coordinates)
            times.append(point.time)
            kinds.append(kind)
            sites.append(Self.none)
            next.append(Self.none)
        }
        if kind == EventType.known.count { otherKinds[slot] = point.kind }
        return slot
    }

    mutating func vacate(_ slot: Int32) {
        ids[Int(slot)] = ""
        sites[Int(slot)] = Self.none
        next[Int(slot)] = Self.none
        otherKinds[slot] = nil
        vacant.append(slot)
    }

    func tally(_ slot: Int32) -> Tally { Tally(places[Int(slot)], time: times[Int(slot)]) }

    /// The number of a kind in `EventType.known`; of one that this version does not know, how many it knows.
    func kindNumber(_ slot: Int32) -> Int { Int(kinds[Int(slot)]) }

    func point<Entity>(_ slot: Int32) -> MapPoint<Entity> {
        let number = kindNumber(slot)
        return MapPoint(
            id: Identifier(rawValue: ids[Int(slot)]), coordinates: places[Int(slot)],
            kind: number < EventType.known.count ? EventType.known[number] : otherKinds[slot] ?? .other,
            time: Date(timeIntervalSinceReferenceDate: times[Int(slot)]))
    }
}
