import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `GET /conversations` and `GET /conversations/{conversation_id}`: the caller's conversations, the latest activity
/// first.
struct ReadConversations: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ConversationRoutes.list, as: .person, perform: list),
            context.signedInReading(ConversationRoutes.read, as: .person, perform: read),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let loader = ConversationLoader(viewer: caller.account, reader: reader)
        let page: Page<Conversation> = try PageReader(call, list: "conversations \(caller.userID)").page(
            from: Self.sources(of: caller.userID, in: reader)
        ) { records in
            var shown = try loader.conversations(records.compactMap(\.self)).makeIterator()
            return records.map { record -> Conversation? in record == nil ? nil : shown.next().flatMap(\.self) }
        }
        return .success(page, cache: .revalidated)
    }

    /// Returns the small conversations and the large ones; `nil` for one that cannot be read.
    private static func sources(
        of person: UserID, in reader: any StoreReader
    ) -> [ListSource<ConversationRecord?>] {
        [
            ListSource(
                IndexQuery(ConversationRecord.byPerson, group: person.rawValue), of: ConversationRecord.self, in: reader
            ) { $0.map(Optional.some) },
            ListSource(
                IndexQuery(ConversationPersonRecord.byPerson, group: person.rawValue),
                of: ConversationPersonRecord.self, in: reader
            ) { people in
                if people.isEmpty { return [] }
                let found = try reader.get(ConversationRecord.self, all: people.map(\.conversationID.rawValue))
                return people.map { found[$0.conversationID.rawValue] }
            },
        ]
    }

    private func read(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: reader)
        let loader = ConversationLoader(viewer: caller.account, reader: reader)
        guard let shown = try loader.conversation(access.record, access.audience) else { throw HTTPProblem.notFound }
        return .success(Keyed(shown), cache: .revalidated)
    }
}
