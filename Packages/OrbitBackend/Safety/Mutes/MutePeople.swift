import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Safety
import Validation

/// `GET /mutes`, and `POST` and `DELETE /mutes/{user_id}`: a person hides parts of another person's content for a time.
///
/// Mutes are applied on the owner's devices. No other handler reads them, so the muted person cannot detect a mute.
/// Only the owner receives an event when the muted person is suspended or deleted.
struct MutePeople: Operations {
    static let muting = RateLimit(name: "mutes", tiers: [.init(count: 120, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MuteRoutes.list, perform: list),
            context.signedInOnce(
                MuteRoutes.mute, as: .person, BodyReader<MuteRequest>.json.checked(Self.checked),
                unseen: .noSuchPerson, perform: mute),
            context.signedInOnce(MuteRoutes.unmute, .none, perform: unmute),
        ]
    }

    /// Returns the mutes of people that the caller may see. A person who becomes visible again is still muted.
    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let query = IndexQuery(MuteRecord.byOwner, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "mutes \(caller.userID)").page(
            of: MuteRecord.self, from: [query], in: reader
        ) { (records: [MuteRecord]) -> [MutedPerson?] in
            let people = try VisiblePeople(
                records.map(\.mute.userID), for: caller.account, matches: [], in: reader)
            return records.map { record in
                people.accounts[record.mute.userID] == nil || record.mute.isExpired(at: call.now) ? nil : record.mute
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func mute(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<MuteRequest, [MuteSurface]>
    ) throws -> OperationResult {
        let (body, surfaces) = (checked.body, try checked.value())
        let person = try Visibility(of: caller.account, in: transaction).require(
            call.parameter("user_id", as: UserID.self), orThrow: .noSuchPerson)
        try Self.muting.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have muted many people lately. Try again later.")
        let known = try transaction.get(MuteRecord.self, MuteRecord.key(caller.userID, person.id))
        if known == nil {
            let all = IndexQuery(MuteRecord.byOwner, group: caller.userID.rawValue, limit: 2 * MuteLimits.people)
            // Scheduled work may not have removed all expired mutes yet.
            let running = try transaction.list(MuteRecord.self, all).filter { $0.expiresAt > call.now }
            guard running.count < MuteLimits.people else {
                throw HTTPProblem.limitReached(
                    "You cannot mute more people. End a mute first.", most: MuteLimits.people)
            }
        }
        let mute = MutedPerson(
            userID: person.id, name: person.profile?.name, mutedAt: call.now, until: body.until, surfaces: surfaces)
        try transaction.put(MuteRecord(owner: caller.userID, mute: mute))
        try transaction.append(
            .muteSet, to: caller.userID, about: person.id, touches: [.mutes], data: Keyed(mute))
        return .success(Keyed(mute), about: [person.id])
    }

    /// Removes a mute, whether the caller may see the person or not.
    private func unmute(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let person = call.parameter("user_id", as: UserID.self)
        let key = MuteRecord.key(caller.userID, person)
        if try transaction.get(MuteRecord.self, key) != nil {
            try transaction.delete(MuteRecord.self, key)
            try transaction.append(
                .muteEnded, to: caller.userID, about: person, touches: [.mutes], data: Keyed(person))
        }
        return .success(MessageData(message: "This person is no longer muted."))
    }

    /// Checks a request.
    ///
    /// - Returns: The surfaces to mute, each once, in display order.
    /// - Throws: ``HTTPProblem`` if the end or a surface is not valid.
    private static func checked(_ body: MuteRequest, at now: Date) throws -> [MuteSurface] {
        var failures: [FieldFailure] = []
        if let until = body.until {
            let length = until.timeIntervalSince(now)
            if !(length > 0 && length <= .days(MuteLimits.days)) {
                let range: [String: ParameterValue] = ["min": .integer(0), "max": .integer(MuteLimits.days)]
                failures.append(FieldFailure(path: "until", code: .outOfRange, parameters: range))
            }
        }
        if body.surfaces.isEmpty { failures.append(FieldFailure(path: "surfaces", code: .required)) }
        let excess = Rule<[MuteSurface]>.count(0...MuteLimits.maxSurfaces).failures(in: body.surfaces)
        failures += excess.under("surfaces")
        if excess.isEmpty {
            for (index, surface) in body.surfaces.enumerated() where !surface.isKnown {
                failures.append(FieldFailure(path: "surfaces[\(index)]", code: .unknownValue))
            }
        }
        try failures.refuse("Choose what to mute, and an end date within a year.")
        return MuteSurface.known.filter(body.surfaces.contains)
    }
}
