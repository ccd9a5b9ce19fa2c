import Foundation

/// The rides of one rider, with the distance of each day and the Eddington numbers in both units.
///
/// ```swift
/// var ledger = RideLedger(rides)
/// ledger.eddington(in: .miles).number
/// ledger.add(Ride(start: now, secondsFromGMT: -28_800, distance: 203_400 / 1_000))
/// ledger.eddington(in: .kilometres).daysForNext
/// ```
///
/// All rides of a day count together, and the rider's clock at the start of a ride determines its day. The order in
/// which rides are added has no effect. One more ride takes O(1) amortised.
public struct RideLedger: Sendable {
    /// The kinds of rides that count.
    public let counting: RideKinds

    private var rides = RideTable()
    private var totals = DayArray(Distance.zero)
    private var kilometres = EddingtonCounter(unit: .kilometres)
    private var miles = EddingtonCounter(unit: .miles)

    /// Creates a ledger without rides.
    ///
    /// - Parameter counting: The kinds of rides that count. By default, rides with a motor and on a trainer do not
    ///   count.
    public init(counting: RideKinds = .bicycle) {
        self.counting = counting
    }

    /// Creates the ledger of rides. Rides that do not count are left out. O(n).
    ///
    /// - Parameters:
    ///   - rides: The rides in any order.
    ///   - counting: The kinds of rides that count.
    public init(_ rides: [Ride], counting: RideKinds = .bicycle) {
        self.counting = counting
        var totals = DayArray(Distance.zero)
        self.rides = RideTable(rides, counting: counting) { day, word in
            totals[day + word.dayOffset] = totals[day + word.dayOffset] + word.distance
        }
        kilometres = EddingtonCounter(unit: .kilometres, days: totals.elements)
        miles = EddingtonCounter(unit: .miles, days: totals.elements)
        self.totals = totals
    }

    /// The number of rides that count.
    public var count: Int { rides.count }

    /// Adds a ride. O(1) amortised for a bounded number of rides a day.
    ///
    /// - Returns: Whether the ride counts, and otherwise the reason.
    @discardableResult public mutating func add(_ ride: Ride) -> RideOutcome {
        switch CheckedRide.check(ride, counting: counting) {
        case .failure(let refusal): return refusal.outcome
        case .success(let checked):
            guard let known = rides.add(checked) else {
                change(checked.day, by: checked.word, adding: true)
                return .counted
            }
            if checked.word.replaces(known) {
                change(checked.day, by: known, adding: false)
                change(checked.day, by: checked.word, adding: true)
            }
            return .duplicate
        }
    }

    /// Removes the ride that began at an instant, for example because the rider has deleted or changed it.
    ///
    /// - Returns: Whether such a ride counted.
    @discardableResult public mutating func remove(startedAt start: Date) -> Bool {
        guard let instant = RideDay.second(of: start) else { return false }
        let (day, second) = CheckedRide.split(instant)
        guard let removed = rides.remove(day: day, second: second) else { return false }
        change(day, by: removed, adding: false)
        return true
    }

    /// Returns the Eddington number in a unit. O(1).
    public func eddington(in unit: DistanceUnit) -> Eddington { counter(of: unit).eddington }

    /// Returns the number of days with at least a number of units. O(longest day).
    public func days(ofAtLeast level: Int, in unit: DistanceUnit) -> Int { counter(of: unit).days(ofAtLeast: level) }

    /// Returns the number of further days of at least `target` units that the rider needs for the number `target`.
    public func daysNeeded(for target: Int, in unit: DistanceUnit) -> Int {
        max(0, target - days(ofAtLeast: max(1, target), in: unit))
    }

    /// Returns the distance of a day.
    public func distance(on day: RideDay) -> Distance { totals[day.sinceEpoch] }

    private func counter(of unit: DistanceUnit) -> EddingtonCounter {
        switch unit {
        case .kilometres: kilometres
        case .miles: miles
        }
    }

    /// Adds a ride to the distance of its day, or subtracts it, and updates both Eddington numbers.
    private mutating func change(_ day: Int, by word: RideWord, adding: Bool) {
        let local = day + word.dayOffset
        let before = totals[local]
        let after = adding ? before + word.distance : before - word.distance
        totals[local] = after
        kilometres.change(from: before, to: after)
        miles.change(from: before, to: after)
    }
}
