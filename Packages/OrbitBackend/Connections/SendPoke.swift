import BackendRuntime
import Connections
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /pokes`: pokes a person on campus, or creates a match if that person has poked the caller first. A poke to a
/// match of the day makes the match permanent.
///
/// The response does not depend on the recipient's reply to an earlier poke, unless they accepted it.
struct SendPoke: Operations {
    private static let refusal = "Choose another person, and one of the notes."

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                PokeRoutes.send, as: .person,
                BodyReader<SendPokeRequest>.json.checked(
                    { body, _ in Self.failures(in: body) }, refusing: { try $0.refuse(Self.refusal) }),
                unseen: .noSuchPerson, perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SendPokeRequest, [FieldFailure]>
    ) throws -> OperationResult {
        let body = checked.body
        let own =
            body.toUserID == caller.userID ? [FieldFailure(path: "to_user_id", code: .notAllowed)] : []
        try (own + checked.value()).refuse(Self.refusal)
        let person = try Visibility(of: caller.account, in: transaction).require(
            body.toUserID, orThrow: .noSuchPerson)
        let pairState = context.pairState(caller.account, person, in: transaction)
        return .success(try outcome(of: body.note, from: caller.userID, to: person, pairState), about: [person.id])
    }

    private static func failures(in body: SendPokeRequest) -> [FieldFailure] {
        body.note.isKnown ? [] : [FieldFailure(path: "note", code: .unknownValue)]
    }

    private func outcome(
        of note: PokeNote, from sender: UserID, to person: AccountRecord, _ pairState: PairState
    ) throws -> PokeOutcome {
        let match = try pairState.match()
        if let match, match.isActive { return .matched(try pairState.keep(match).match(with: person)) }
        if try pairState.openPoke(from: person.id) != nil {
            return .matched(try pairState.connect(by: .poke, newID: context.newIdentifier).match(with: person))
        }
        let toRecipient = try pairState.pokes(from: sender)
        guard !toRecipient.contains(where: { $0.state(at: pairState.now).isOpen }) else { throw Self.alreadyPoked }
        let history = try history(of: sender, toRecipient, match, pairState)
        if let reached = PokeLimits.standard.limitReached(by: history, at: pairState.now) {
            throw HTTPProblem(429, reached.problem(at: pairState.now))
        }
        let poke = PokeRecord(
            id: PokeID(context.newIdentifier()), from: sender, to: person.id, campus: pairState.campus, note: note,
            at: pairState.now)
        try pairState.send(poke)
        return .sent(poke.poke(for: .sender, at: pairState.now))
    }

    /// - Parameters:
    ///   - sender: The caller.
    ///   - toRecipient: The sender's pokes to the recipient.
    ///   - match: The match of the two people, which has ended; `nil` without a match.
    ///   - pairState: The state between the two people.
    private func history(
        of sender: UserID, _ toRecipient: [PokeRecord], _ match: MatchRecord?, _ pairState: PairState
    ) throws -> PokeHistory {
        let (now, reader) = (pairState.now, pairState.transaction)
        let dayAgo = now.addingTimeInterval(-PokeLimits.day)
        let sent = try reader.list(
            PokeRecord.self, IndexQuery(PokeRecord.outgoing, group: sender.rawValue, from: dayAgo))
        let open = try reader.list(PokeRecord.self, IndexQuery(PokeRecord.open, group: sender.rawValue, from: now))
        var ends = toRecipient.compactMap { $0.fruitlessEnd(at: now) }
        if let match, match.endedBy != sender, let end = match.endedAt { ends.append(end) }
        return PokeHistory(
            sentAt: sent.map(\.createdAt), openUntil: open.map(\.lapsesAt),
            sentToRecipientAt: toRecipient.map(\.createdAt),
            endedWithRecipientAt: ends.max())
    }

    private static let alreadyPoked = HTTPProblem(
        409, .alreadyPoked, "You have already poked this person. Give them time to answer.")
}
