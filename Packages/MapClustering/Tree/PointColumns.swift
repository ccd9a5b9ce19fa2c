import Foundation
import OrbitModels

/// The data of a point, adjacent in memory.
struct PointRow: Sendable {
    var id: String
    var place: Coordinates
    /// The time, in seconds since the reference date.
    var time: Double
    /// The index in `EventType.known`, or the number of known kinds for an unknown kind.
    var kindNumber: UInt8
}

/// The points, by slot. Slots of removed points are reused.
struct PointColumns: Sendable {
    private(set) var rows: ContiguousArray<PointRow> = []
    private var otherKinds: [Int32: EventType] = [:]
    /// The site of each point.
    var sites: ContiguousArray<Int32> = []
    /// The next point at the same site.
    var next: ContiguousArray<Int32> = []
    private var vacant: [Int32] = []

    static let none: Int32 = -1

    mutating func reserve(_ count: Int) {
        rows.reserveCapacity(count)
        sites.reserveCapacity(count)
        next.reserveCapacity(count)
    }

    /// Adds a point that has no site yet.
    mutating func add(_ point: PlainPoint) -> Int32 {
        let kind = UInt8(truncatingIfNeeded: EventType.known.firstIndex(of: point.kind) ?? EventType.known.count)
        let row = PointRow(id: point.id, place: point.coordinates, time: point.time, kindNumber: kind)
        let slot: Int32
        if let vacated = vacant.popLast() {
            slot = vacated
            rows[Int(slot)] = row
        } else {
            slot = Int32(truncatingIfNeeded: rows.count)
            rows.append(row)
            sites.append(Self.none)
            next.append(Self.none)
        }
        if kind == EventType.known.count { otherKinds[slot] = point.kind }
        return slot
    }

    mutating func vacate(_ slot: Int32) {
        rows[Int(slot)].id = ""
        sites[Int(slot)] = Self.none
        next[Int(slot)] = Self.none
        otherKinds[slot] = nil
        vacant.append(slot)
    }

    /// Adds a point to the list of a site. The variable `lead` is the first point of the list, which has the first id.
    mutating func link(_ slot: Int32, to site: Int32, lead: inout Int32) {
        sites[Int(slot)] = site
        if lead == Self.none || rows[Int(slot)].id < rows[Int(lead)].id {
            next[Int(slot)] = lead
            lead = slot
        } else {
            next[Int(slot)] = next[Int(lead)]
            next[Int(lead)] = slot
        }
    }

    /// Returns the tally of a point from vectors that were computed before, by slot.
    func tally(_ slot: Int32, _ vectors: borrowing ContiguousArray<UnitVector>) -> ClusterAccumulator {
        ClusterAccumulator(vectors[Int(slot)], time: rows[Int(slot)].time)
    }

    func tally(_ slot: Int32) -> ClusterAccumulator {
        ClusterAccumulator(UnitVector(rows[Int(slot)].place), time: rows[Int(slot)].time)
    }

    func point<Entity>(_ slot: Int32) -> MapPoint<Entity> {
        let row = rows[Int(slot)]
        let number = Int(row.kindNumber)
        return MapPoint(
            id: Identifier(rawValue: row.id), coordinates: row.place,
            kind: number < EventType.known.count ? EventType.known[number] : otherKinds[slot] ?? .other,
            time: Date(timeIntervalSinceReferenceDate: row.time))
    }
}
