import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// A reader of a person's reputation, which results from shown ratings and the outcomes of meetups.
struct StandingReader {
    /// The minimum number of appointments for a shown reliability.
    private static let fewestAppointments = 10

    let configuration: BackendConfiguration
    let now: Date
    let reader: any StoreReader

    init(_ context: BackendContext, in reader: any StoreReader, at now: Date) {
        configuration = context.configuration
        (self.reader, self.now) = (reader, now)
    }

    /// Returns the reputation that other people may see. Makes two store calls, regardless of the number of ratings and
    /// meetups.
    func shown(of account: AccountRecord) throws -> ReputationStats { try records(of: account).shown }

    /// Returns the whole reputation, for the person alone. Makes five store calls.
    func own(_ account: AccountRecord) throws -> OwnReputation {
        var (shown, record) = try records(of: account)
        let standing = try record.catchUpStanding(of: account, in: reader, now: now)
        return OwnReputation(
            standing: standing, attendance: record.counts, peopleMet: record.peopleMet,
            allowed: configuration.unlocks.allowed(at: standing.level), shown: shown)
    }

    private func records(of account: AccountRecord) throws -> (
        shown: ReputationStats, record: AttendanceStatisticsRecord
    ) {
        let record = try AttendanceStatisticsRecord.of(account.id.rawValue, in: reader)
        let summary = try PublishedRatingsRecord.summary(of: account.id, in: reader, at: now)
        return (shown(summary, record.shown, account), record)
    }

    private func shown(
        _ summary: RatingSummary, _ counts: AttendanceCounts, _ account: AccountRecord
    ) -> ReputationStats {
        let ratings = summary.shown
        return ReputationStats(
            averageRating: ratings?.mean, ratingLow: ratings?.low, ratingHigh: ratings?.high,
            ratersAtLeast: ratings?.people.fewest ?? 0, tags: ratings?.tags.map { RatingTag(rawValue: $0) } ?? [],
            reliability: reliability(counts),
            attendedAtLeast: ReputationStats.atLeast(counts.kept),
            hostedAtLeast: ReputationStats.atLeast(counts.hosted),
            isCertified: account.isCertified)
    }

    private func reliability(_ counts: AttendanceCounts) -> Reliability? {
        let all = counts.kept + counts.broken
        guard all >= Self.fewestAppointments else { return nil }
        return counts.kept * 10 >= all * 9 ? .high : counts.kept * 10 >= all * 7 ? .medium : .low
    }
}

extension CountBand {
    /// The lowest number in the band.
    fileprivate var fewest: Int {
        switch self {
        case .fiveOrMore: 5
        case .tenOrMore: 10
        case .twentyFiveOrMore: 25
        case .fiftyOrMore: 50
        case .hundredOrMore: 100
        default: 0
        }
    }
}
