/// A histogram of days by their whole distance, with the Eddington number of these days.
///
/// One more day, and one more ride on a known day, take O(1) amortised.
struct EddingtonCounter: Sendable {
    let unit: DistanceUnit
    /// The number of days of exactly each level.
    private var days: [Int] = []
    private(set) var number = 0
    /// The number of days above ``number``.
    private(set) var daysAbove = 0

    /// The highest level. A number cannot exceed the number of days, so longer days count as days of this level.
    private static let maxLevel = RideDay.valid.count

    init(unit: DistanceUnit) {
        self.unit = unit
    }

    /// Creates the counter of days. O(n).
    init(unit: DistanceUnit, days distances: [Distance]) {
        self.init(unit: unit)
        for distance in distances { change(from: .zero, to: distance) }
    }

    var eddington: Eddington { Eddington(number: number, unit: unit, daysTowardsNext: daysAbove) }

    /// Returns the number of days of at least a level. O(highest level).
    func days(ofAtLeast level: Int) -> Int {
        guard level > 0 else { return days.reduce(0, +) }
        return days.dropFirst(level - 1).reduce(0, +)
    }

    /// Changes the distance of one day.
    mutating func change(from before: Distance, to after: Distance) {
        let (old, new) = (level(of: before), level(of: after))
        guard old != new else { return }
        if new > days.count { days.append(contentsOf: repeatElement(0, count: new - days.count)) }
        if old > 0 { days[old - 1] -= 1 }
        if new > 0 { days[new - 1] += 1 }
        if old <= number, new > number { daysAbove += 1 }
        if old > number, new <= number { daysAbove -= 1 }
        rise()
        fall()
    }

    private mutating func rise() {
        while daysAbove > number {
            number += 1
            daysAbove -= days[number - 1]
        }
    }

    /// Lowers the number if a day was removed. One day less lowers it by at most one.
    private mutating func fall() {
        while number > 0, daysAbove + days[number - 1] < number {
            daysAbove += days[number - 1]
            number -= 1
        }
    }

    private func level(of distance: Distance) -> Int { min(distance.whole(unit), Self.maxLevel) }
}
