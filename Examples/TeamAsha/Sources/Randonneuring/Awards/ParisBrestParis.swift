/// The qualification for an edition of Paris–Brest–Paris.
///
/// A rider qualifies with a complete series of ``SuperRandonneur`` in the year of the edition, by the end of June.
/// Riders pre-register in the order of their longest brevet, from November two years before the edition to
/// October of the year before it.
///
/// Source: audax-randonneure.de and randonneurgoth.com on the edition of 2023. Its registration closed on 2 July, and
/// needed the homologation of all four brevets. South of the equator, the qualification begins about half a year
/// earlier, here in July of the year before.
public struct ParisBrestParis: Hashable, Sendable {
    /// The part of the world in which a rider qualifies.
    public enum Hemisphere: Hashable, Sendable {
        /// North of the equator.
        case northern
        /// South of the equator.
        case southern
    }

    /// The year of the edition.
    public let year: Int

    /// Creates an edition. Returns `nil` unless an edition takes place in the year: 2023, 2027 and every fourth year.
    public init?(year: Int) {
        guard (2011...2199).contains(year), year % 4 == 3 else { return nil }
        self.year = year
    }

    /// Returns the next edition in a year or after it; `nil` after 2199.
    public static func next(from year: Int) -> ParisBrestParis? {
        (0..<4).lazy.compactMap { ParisBrestParis(year: year + $0) }.first
    }

    /// The months in which qualifying brevets start.
    public func qualifyingMonths(_ hemisphere: Hemisphere = .northern) -> ClosedRange<SeasonMonth> {
        let end = SeasonMonth(clampedYear: year, month: 6)
        switch hemisphere {
        case .northern: return SeasonMonth(clampedYear: year, month: 1)...end
        case .southern: return SeasonMonth(clampedYear: year - 1, month: 7)...end
        }
    }

    /// Returns the series of a rider. The rider qualifies if it is complete.
    public func series(
        of brevets: some Sequence<FinishedBrevet>, _ hemisphere: Hemisphere = .northern
    ) -> SuperRandonneur {
        let months = qualifyingMonths(hemisphere)
        return SuperRandonneur(
            distances: brevets.filter { months.contains($0.month) }.map(\.kilometres), year: year)
    }

    /// Returns the nominal distance that determines when a rider may pre-register; `nil` without a brevet of 200 km or
    /// more in the period.
    public func preRegistrationKilometres(of brevets: some Sequence<FinishedBrevet>) -> Int? {
        let start = SeasonMonth(clampedYear: year - 2, month: 11)
        let end = SeasonMonth(clampedYear: year - 1, month: 10)
        return brevets.filter { (start...end).contains($0.month) && $0.kilometres >= 200 }.map(\.kilometres).max()
    }
}
