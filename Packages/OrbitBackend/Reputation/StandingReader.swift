import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// What a person's reputation comes to, from ratings that are shown and from what became of meetups.
struct StandingReader {
    /// Of fewer appointments it is not said how they are kept.
    private static let fewestAppointments = 10

    let configuration: BackendConfiguration
    let now: Date
    let reader: any StoreReader

    init(_ context: BackendContext, in reader: any StoreReader, at now: Date) {
        configuration = context.configuration
        (self.reader, self.now) = (reader, now)
    }

    /// What others may see: two calls of the store, whatever the number of ratings and meetups.
    func shown(of account: AccountRecord) throws -> ReputationStats { try records(of: account).shown }

    /// All of it, for the person alone: five calls of the store.
    func own(_ account: AccountRecord) throws -> OwnReputation {
        var (shown, record) = try records(of: account)
        let standing = try record.catchUpStanding(of: account, in: reader, now: now)
        return OwnReputation(
            standing: standing, attendance: record.counts, peopleMet: record.peopleMet,
            allowed: configuration.unlocks.allowed(at: standing.level), shown: shown)
    }

    private func records(of account: AccountRecord) throws -> (shown: ReputationStats, record: AttendanceRecord) {
        let record = try AttendanceRecord.of(account.id.rawValue, in: reader)
        let summary = try PublishedRatingsRecord.summary(of: account.id, in: reader, at: now)
        return (shown(summary, record.shown, account), record)
    }

    private func shown(
        _ summary: RatingSummary, _ counts: AttendanceCounts, _ account: AccountRecord
    ) -> ReputationStats {
        let ratings = summary.shown
        return ReputationStats(
            averageRating: ratings?.mean, ratingLow: ratings?.low, ratingHigh: ratings?.high,
            totalRatings: ratings?.people.fewest ?? 0, tags: ratings?.tags.map { RatingTag(rawValue: $0) } ?? [],
            reliability: reliability(counts),
            eventsAttended: ReputationStats.atLeast(counts.kept), eventsHosted: ReputationStats.atLeast(counts.hosted),
            isCertified: account.isCertified)
    }

    private func reliability(_ counts: AttendanceCounts) -> Reliability? {
        let all = counts.kept + counts.broken
        guard all >= Self.fewestAppointments else { return nil }
        return counts.kept * 10 >= all * 9 ? .high : counts.kept * 10 >= all * 7 ? .medium : .low
    }
}

extension CountBand {
    /// The least number in the band.
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
