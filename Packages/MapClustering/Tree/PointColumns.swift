import Foundation
import OrbitModels

/// The points, in columns by slot. Slots of points that were taken out are used again.
struct PointColumns: Sendable {
    private(set) var ids: ContiguousArray<String> = []
    private(set) var places: ContiguousArray<Coordinates> = []
    private(set) var times: ContiguousArray<Double> = []
    private(set) var kinds: ContiguousArray<EventType> = []
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

    /// How many slots are in use or vacant.
    var end: Int { ids.count }

    mutating func add<Entity>(_ point: MapPoint<Entity>) -> Int32 {
        if let slot = vacant.popLast() {
            ids[Int(slot)] = point.id.rawValue
            replace(slot, by: point)
            return slot
        }
        ids.append(point.id.rawValue)
        places.append(point.coordinates)
        times.append(Self.seconds(point.time))
        kinds.append(point.kind)
        sites.append(Self.none)
        next.append(Self.none)
        return Int32(truncatingIfNeeded: ids.count - 1)
    }

    /// Gives a slot other contents. The point has no site yet.
    mutating func replace<Entity>(_ slot: Int32, by point: MapPoint<Entity>) {
        places[Int(slot)] = point.coordinates
        times[Int(slot)] = Self.seconds(point.time)
        kinds[Int(slot)] = point.kind
    }

    mutating func vacate(_ slot: Int32) {
        ids[Int(slot)] = ""
        sites[Int(slot)] = Self.none
        next[Int(slot)] = Self.none
        vacant.append(slot)
    }

    func tally(_ slot: Int32) -> Tally { Tally(places[Int(slot)], time: times[Int(slot)]) }

    func point<Entity>(_ slot: Int32) -> MapPoint<Entity> {
        MapPoint(
            id: Identifier(rawValue: ids[Int(slot)]), coordinates: places[Int(slot)], kind: kinds[Int(slot)],
            time: Date(timeIntervalSinceReferenceDate: times[Int(slot)]))
    }

    /// A time that is not a number counts as the reference date.
    private static func seconds(_ time: Date) -> Double {
        let seconds = time.timeIntervalSinceReferenceDate
        return seconds.isNaN ? 0 : seconds
    }
}
