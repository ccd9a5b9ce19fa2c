import BackendRuntime
import Connections
import Foundation
import Matching
import Networking
import OrbitModels
import OrbitStore

/// `GET /matches/today`, and `PUT` and `DELETE /matches/pause`: the caller's match of the day, and whether the caller
/// is paired at all.
///
/// If the campus is not paired yet, the first request starts the pairing. If its plan is stored, a request matches the
/// caller's group, so no caller waits for the job to process all groups.
struct TodaysMatch: Operations {
    /// The match of a caller in one snapshot.
    private struct Reading: Sendable {
        let result: OperationResult
        /// The days whose pairing has not been requested.
        let missing: [PairingDayRecord]
        let isUnderWay: Bool
        /// The caller's group in today's plan, if it is not processed yet. A complete plan does not change.
        let planned: (group: [UserID], day: PairingDayRecord)?
    }

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: MatchRoutes.today, bodyLimit: BodyReader.none.limit, perform: today),
            setting(MatchRoutes.pause, isPaused: true), setting(MatchRoutes.resume, isPaused: false),
        ]
    }

    private func today(_ call: RequestContext) async throws -> OperationResult {
        try await context.admit(call)
        let reading = try await read(call)
        if !reading.missing.isEmpty { try await ask(reading.missing, at: call.now) }
        if reading.isUnderWay { context.work.send() }
        guard let planned = reading.planned else { return reading.result }
        try await bringTogether(planned.group, of: planned.day, at: call.now)
        return try await read(call).result
    }

    private func read(_ call: RequestContext) async throws -> Reading {
        try await context.store.read { reader in
            let account = try context.caller(of: call, as: .person, in: reader).account
            let days = PairingDayRecord.asked(of: account.campus, at: call.now, context)
            let known = try reader.get(PairingDayRecord.self, all: days.map(\.key))
            let data = try TodaysMatchData(context: context, account: account, now: call.now).read(in: reader)
            let isUnderWay = data.reason == .underWay
            let day = isUnderWay ? days.first.flatMap { known[$0.key] } : nil
            let planned = try day.flatMap { day in
                try day.group(of: account.id, in: reader).map { (group: $0, day: day) }
            }
            return Reading(
                result: try OperationResult.success(data, cache: .revalidated).withReceipt(for: account.id, in: reader),
                missing: days.filter { known[$0.key] == nil }, isUnderWay: isUnderWay, planned: planned)
        }
    }

    /// Matches a group, so that its people do not wait for the groups before it.
    private func bringTogether(_ group: [UserID], of day: PairingDayRecord, at now: Date) async throws {
        do {
            try await context.commit(at: now) { transaction in
                transaction.countsWrites = true
                try PairingDay(record: day, context: context, transaction: transaction).bringTogether(group)
            }
        } catch let error where !(error is CancellationError) {
            // The response is a read, so it does not fail with a write. The job matches the group later, or leaves it
            // out and counts the failure.
        }
    }

    private func ask(_ days: [PairingDayRecord], at now: Date) async throws {
        try await context.commit(at: now) { transaction in
            for day in days where try transaction.get(PairingDayRecord.self, day.key) == nil {
                try transaction.put(day)
            }
        }
    }

    private func setting(_ route: Route, isPaused: Bool) -> RouteHandler {
        context.signedIn(route, as: .person, .none) { transaction, call, caller, _ in
            var person = try PairingRecord.of(caller.userID, campus: caller.account.campus, in: transaction)
            let isChange = person.isPaused != isPaused
            person.isPaused = isPaused
            try transaction.put(person)
            let data = try TodaysMatchData(context: context, account: caller.account, now: call.now)
                .read(in: transaction)
            if isChange {
                try transaction.append(
                    .todayChanged, to: caller.userID, touches: [.today], data: TodayStatusUpdate(data))
            }
            return .success(data)
        }
    }
}

/// The partners of one person today, according to the records.
struct TodaysMatchData {
    let context: BackendContext
    let account: AccountRecord
    let now: Date

    func read(in reader: any StoreReader) throws -> TodayData {
        let day = context.day(on: account.campus, at: now)
        let person = try PairingRecord.of(account.id, campus: account.campus, in: reader)
        let visibility = Visibility(of: account, in: reader)
        // A server of an earlier version may have noted a partner twice, because it repeats a processed group.
        let partners = person.day == day ? Set(person.partners).sorted() : []
        let matches = try partners.compactMap { partner -> Match? in
            guard let record = try MatchRecord.between(UserPair(account.id, partner), in: reader), record.isActive
            else { return nil }
            return try visibility.account(partner).map { record.match(with: $0) }
        }
        let status: TodayStatus = !matches.isEmpty ? .matched : partners.isEmpty ? .waiting : .disconnected
        return TodayData(
            date: day, endsAt: context.endOfDay(on: account.campus, at: now), status: status, matches: matches,
            reason: status == .waiting ? try reason(for: person, on: day, in: reader) : nil,
            isPaused: person.isPaused)
    }

    private func reason(
        for person: PairingRecord, on day: CalendarDay, in reader: any StoreReader
    ) throws -> TodayWaitReason {
        if person.isPaused { return .paused }
        if person.day == day { return .tomorrow }
        let key = PairingDayRecord.key(account.campus, day)
        return try reader.get(PairingDayRecord.self, key)?.isDone == true ? .tomorrow : .underWay
    }
}
