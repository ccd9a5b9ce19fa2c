import Foundation
import OrbitModels

/// What is known about a point, side by side in memory.
struct PointRow: Sendable {
    var id: String
    var place: Coordinates
    /// In seconds since the reference date.
    var time: Double
    /// Of `EventType.known`; how many these are if it is none of them.
    var kindNumber: UInt8
}

/// The points, by slot. Slots of points that were taken out are used again.
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

    /// Puts a point among those of its site, whose first is `lead`: the one with the first id.
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

    /// From vectors by slot that are known already.
    func tally(_ slot: Int32, _ vectors: borrowing ContiguousArray<UnitVector>) -> Tally {
        Tally(vectors[Int(slot)], time: rows[Int(slot)].time)
    }

    func tally(_ slot: Int32) -> Tally { Tally(UnitVector(rows[Int(slot)].place), time: rows[Int(slot)].time) }

    func point<Entity>(_ slot: Int32) -> MapPoint<Entity> {
        let row = rows[Int(slot)]
        let number = Int(row.kindNumber)
        return MapPoint(
            id: Identifier(rawValue: row.id), coordinates: row.place,
            kind: number < EventType.known.count ? EventType.known[number] : otherKinds[slot] ?? .other,
            time: Date(timeIntervalSinceReferenceDate: row.time))
    }
}
