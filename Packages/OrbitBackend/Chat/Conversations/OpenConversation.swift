import BackendRuntime
import Chat
import Foundation
import Matching
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /conversations`: opens the conversation of an active match, a group of three or a meetup. Each origin has one
/// conversation, so a repeated request returns the same conversation.
struct OpenConversation: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                ConversationRoutes.open, as: .person,
                BodyReader<OpenConversationRequest>.json.checked { body, _ in try Self.check(body) }, perform: open)
        ]
    }

    private static func check(_ body: OpenConversationRequest) throws {
        guard body.origin.kind.isKnown else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "origin.kind", code: .unknownValue)], "Choose a match, a group or a meetup.")
        }
    }

    private func open(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<OpenConversationRequest, Void>
    ) throws -> OperationResult {
        try checked.value()
        let origin = checked.body.origin
        guard origin.id.rawValue.isValidID else { throw HTTPProblem.notFound }
        if let known = try ConversationRecord.of(origin, in: transaction) {
            let access = try ConversationAccess(known, by: caller.account, in: transaction)
            return try response(to: access, in: transaction)
        }
        // A second conversation would hide the messages of a record that this version of the server cannot read.
        guard !transaction.quarantined.contains(where: { $0.table == ConversationRecord.table }) else {
            throw StoreError.unreadableRecord(table: ConversationRecord.table)
        }
        guard let record = try newConversation(of: origin, by: caller, at: call.now, in: transaction) else {
            throw HTTPProblem.notFound
        }
        try record.save(replacing: nil, in: transaction)
        if let id = origin.meetupID, var meetup = try MeetupRecord.of(id, in: transaction) {
            meetup.observe()
            try transaction.put(meetup)
        }
        let access = try ConversationAccess(record, by: caller.account, in: transaction)
        try access.notifier(in: transaction).notifyOfChange(by: caller.userID)
        return try response(to: access, in: transaction)
    }

    private func response(to access: ConversationAccess, in reader: any StoreReader) throws -> OperationResult {
        let loader = ConversationLoader(viewer: access.caller, reader: reader)
        guard let shown = try loader.conversation(access.record, access.audience) else { throw HTTPProblem.notFound }
        return .success(Keyed(shown))
    }

    /// Returns a new conversation; `nil` unless the caller belongs to the origin.
    private func newConversation(
        of origin: ConversationOrigin, by caller: Caller, at now: Date, in reader: any StoreReader
    ) throws -> ConversationRecord? {
        switch origin.kind {
        case .match: try pair(origin, caller, now, reader)
        case .matchGroup: try group(origin, caller, now, reader)
        case .meetup: try meetup(origin, caller, now, reader)
        default: nil
        }
    }

    private func record(
        _ kind: ConversationKind, _ origin: ConversationOrigin, _ caller: Caller, _ people: [UserID],
        _ links: [ConversationRecord.Link] = [], at now: Date
    ) -> ConversationRecord {
        ConversationRecord(
            id: ConversationID(context.newIdentifier()), kind: kind, origin: origin, campus: caller.campus,
            people: people, links: links, at: now)
    }

    private func pair(
        _ origin: ConversationOrigin, _ caller: Caller, _ now: Date, _ reader: any StoreReader
    ) throws -> ConversationRecord? {
        guard let match = try reader.get(MatchRecord.self, origin.id.rawValue), match.isActive,
            match.pair.contains(caller.userID),
            try Visibility(of: caller, in: reader).sees(match.pair.partner(of: caller.userID))
        else { return nil }
        let people = [match.pair.first, match.pair.second]
        return record(.pair, origin, caller, people, [.init(match: match.id, people: people)], at: now)
    }

    private func group(
        _ origin: ConversationOrigin, _ caller: Caller, _ now: Date, _ reader: any StoreReader
    ) throws -> ConversationRecord? {
        let sides = [MatchRecord.activeByFirst, MatchRecord.activeBySecond].map {
            IndexQuery($0, group: caller.userID.rawValue)
        }
        let group = origin.groupID
        let own = try reader.list(MatchRecord.self, all: sides).joined().filter { $0.groupID == group }
        let partners = own.map { $0.pair.partner(of: caller.userID) }
        guard partners.count == 2 else { return nil }
        let rest = try MatchRecord.between(UserPair(partners[0], partners[1]), in: reader)
        let matches = own + [rest].compactMap(\.self).filter { $0.isActive && $0.groupID == group }
        let links = matches.map { ConversationRecord.Link(match: $0.id, people: [$0.first, $0.second]) }
        return record(.group, origin, caller, ([caller.userID] + partners).sorted(), links, at: now)
    }

    private func meetup(
        _ origin: ConversationOrigin, _ caller: Caller, _ now: Date, _ reader: any StoreReader
    ) throws -> ConversationRecord? {
        guard let id = origin.meetupID else { return nil }
        let access = try MeetupAccess(
            id, by: caller.account, MeetupView(of: caller.account, context, at: now), in: reader)
        guard access.attendance.isAttending, !access.meetup.isCancelled else { return nil }
        let attending = try reader.list(
            GuestRecord.self, IndexQuery(GuestRecord.attending, group: id.rawValue))
        let people = Set(attending.map(\.userID) + [caller.userID, access.meetup.hostID])
        return record(.meetup, origin, caller, people.subtracting([FormerHost.id]).sorted(), at: now)
    }
}
