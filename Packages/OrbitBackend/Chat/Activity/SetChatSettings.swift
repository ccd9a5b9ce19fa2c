import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `GET` and `PUT /chat/settings`: whether the caller shares receipts and typing.
///
/// The setting is reciprocal: without it, the caller does not see those of other people. The devices of the caller load
/// the conversations again. A job notifies the people of small conversations who share their activity. Only they see a
/// difference.
struct SetChatSettings: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ChatSettingsRoutes.read, as: .person) { reader, _, caller in
                .success(try Self.settings(of: caller, in: reader), cache: .revalidated)
            },
            context.signedIn(ChatSettingsRoutes.save, as: .person, BodyReader<ChatSettings>.json, perform: save),
        ]
    }

    private static func settings(of caller: Caller, in reader: any StoreReader) throws -> ChatSettings {
        let sharing = try ChatSettingsRecord.sharing(among: [caller.userID], in: reader)
        return ChatSettings(sharesActivity: sharing.contains(caller.userID))
    }

    private func save(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: ChatSettings
    ) throws -> OperationResult {
        guard try Self.settings(of: caller, in: transaction) != body else { return .success(body) }
        try ChatRates.settings.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have changed this setting often today. Try again tomorrow.")
        try transaction.put(ChatSettingsRecord(owner: caller.userID, sharesActivity: body.sharesActivity))
        try transaction.append(
            .chatSettingsChanged, to: caller.userID, touches: [.chatSettings, .conversations], data: body)
        try transaction.put(ChatSettingsJob(of: caller.userID, at: call.now))
        return .success(body)
    }
}
