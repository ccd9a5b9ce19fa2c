import Connections
import Foundation
import Networking
import OrbitModels

/// `GET /matches/today`, and `PUT` and `DELETE /matches/pause`: whom the caller meets today, and whether
/// they want to be paired at all. The first to ask on a day has the campus paired.
struct TodaysMatch: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            Operation(route: MatchRoutes.today, bodyLimit: BodyReader.none.limit, perform: today),
            setting(MatchRoutes.pause, isPaused: true), setting(MatchRoutes.resume, isPaused: false),
        ]
    }

    private func today(_ call: Call) async throws -> Reply {
        try await context.admit(call)
        let account = try await context.store.read { try context.caller(of: call, in: $0).account }
        guard account.isComplete else { throw Refusal.profileIncomplete }
        let day = context.day(on: account.campus, at: call.now)
        let isDone = try await DailyPairing(context: context, campus: account.campus, day: day, now: call.now).ensure()
        return try await context.store.read { reader in
            let account = try context.caller(of: call, in: reader).account
            return try .success(data(for: account, call.now, isDone: isDone, in: reader), cache: .revalidated)
        }
    }

    private func setting(_ route: Route, isPaused: Bool) -> Operation {
        context.signedIn(route, .none) { transaction, call, caller, _ in
            guard caller.account.isComplete else { throw Refusal.profileIncomplete }
            var person = try PairingRecord.of(caller.userID, campus: caller.account.campus, in: transaction)
            person.isPaused = isPaused
            try transaction.put(person)
            let key = PairingDayRecord.key(caller.account.campus, context.day(on: caller.account.campus, at: call.now))
            let isDone = try transaction.get(PairingDayRecord.self, key)?.isDone == true
            return try .success(data(for: caller.account, call.now, isDone: isDone, in: transaction))
        }
    }

    private func data(
        for account: AccountRecord, _ now: Date, isDone: Bool, in reader: any StoreReader
    ) throws -> TodayData {
        let day = context.day(on: account.campus, at: now)
        let person = try PairingRecord.of(account.id, campus: account.campus, in: reader)
        let visibility = Visibility(of: account, in: reader)
        let partners = person.day == day ? person.partners : []
        let matches = try partners.compactMap { partner -> Match? in
            guard let record = try reader.get(MatchRecord.self, UserPair(account.id, partner).key), record.isActive
            else { return nil }
            return try visibility.account(partner).map { record.match(with: $0) }
        }
        let status: TodayStatus = !matches.isEmpty ? .matched : partners.isEmpty ? .waiting : .disconnected
        let reason: TodayWaitReason? =
            status != .waiting ? nil : person.isPaused ? .paused : isDone ? .tomorrow : .underWay
        return TodayData(
            date: day, endsAt: context.endOfDay(on: account.campus, at: now), status: status, matches: matches,
            reason: reason,
            isPaused: person.isPaused)
    }
}
