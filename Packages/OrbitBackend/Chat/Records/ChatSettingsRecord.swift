import BackendRuntime
import OrbitModels
import OrbitStore

/// Whether a person shares activity: the messages that they have read, and that they type. Without a record the person
/// shares it.
struct ChatSettingsRecord: BackendRecord {
    static let table = "chat_settings"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "chat_settings", of: "Chat", "Whether the person shares activity: `shares_activity`")
            ) { record, _ in ExportedChatSettings(sharesActivity: record.sharesActivity) })
    }

    let owner: UserID
    var sharesActivity: Bool

    var key: String { owner.rawValue }
    var indexEntries: [IndexEntry] { [] }

    /// Returns the people of a list who share activity. Takes one store call.
    ///
    /// A person whose setting cannot be read does not share activity, because they may have chosen so.
    static func sharing(among people: [UserID], in reader: any StoreReader) throws -> Set<UserID> {
        let found = try reader.get(Self.self, all: people.map(\.rawValue))
        let unreadable = Set(reader.quarantined.lazy.filter { $0.table == table }.map(\.key))
        return Set(people.filter { found[$0.rawValue]?.sharesActivity ?? !unreadable.contains($0.rawValue) })
    }
}
