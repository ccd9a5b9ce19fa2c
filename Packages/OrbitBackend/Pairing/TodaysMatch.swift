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
/// If the campus is not paired yet, the first request starts the pairing.
struct TodaysMatch: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: MatchRoutes.today, bodyLimit: BodyReader.none.limit, perform: today),
            setting(MatchRoutes.pause, isPaused: true), setting(MatchRoutes.resume, isPaused: false),
        ]
    }

    private func today(_ call: RequestContext) async throws -> OperationResult {
        try await context.admit(call)
        let (result, missing, isUnderWay) = try await context.store.read { reader in
            let account = try context.caller(of: call, as: .person, in: reader).account
            let days = PairingDayRecord.asked(of: account.campus, at: call.now, context)
            let known = try reader.get(PairingDayRecord.self, all: days.map(\.key))
            let data = try TodaysMatchData(context: context, account: account, now: call.now).read(in: reader)
            return (
                try OperationResult.success(data, cache: .revalidated).withReceipt(for: account.id, in: reader),
                days.filter { known[$0.key] == nil }, data.reason == .underWay
            )
        }
        if !missing.isEmpty { try await ask(missing, at: call.now) }
        if isUnderWay { context.work.send() }
        return result
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
        let partners = person.day == day ? person.partners : []
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
