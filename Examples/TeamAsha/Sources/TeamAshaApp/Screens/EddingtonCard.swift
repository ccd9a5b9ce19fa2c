import Randonneuring

/// The content of the card EddingtonCard: a number, its badge and the way to the next number.
public struct EddingtonCard: Hashable, Sendable {
    /// The number with its unit.
    public let eddington: Eddington
    /// Whether the number counts only the activities that the rider shares with the club.
    public let countsOnlyShared: Bool

    /// Creates the card of a ledger.
    ///
    /// - Parameters:
    ///   - ledger: The rides that the viewer may see.
    ///   - unit: The unit that the viewer prefers.
    ///   - countsOnlyShared: Whether the viewer is another rider.
    public init(_ ledger: RideLedger, in unit: DistanceUnit, countsOnlyShared: Bool) {
        eddington = ledger.eddington(in: unit)
        self.countsOnlyShared = countsOnlyShared
    }

    /// The number with its unit, such as `52 km`.
    public var title: String { "\(eddington.number) \(eddington.unit.symbol)" }

    /// The sentence about the next number.
    public var nextText: String {
        let rides = eddington.daysForNext == 1 ? "1 more day" : "\(eddington.daysForNext) more days"
        return "\(rides) of \(eddington.next) \(eddington.unit.symbol) or more for \(eddington.next)"
    }

    /// The sentence about the counted activities; `nil` for the rider's own card.
    public var note: String? {
        countsOnlyShared ? "From uploads that the rider shares. Rides at Strava are private." : nil
    }
}
