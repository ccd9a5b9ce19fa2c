import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Profiles

/// The job that notifies people who have a changed profile in a list. It is stored in the transaction that saves the
/// profile.
struct ProfileFanOutJob: Job {
    static let table = "fan_outs"
    static var personalData: PersonalData<Self> { .init(.key()) }
    /// The maximum number of events per transaction.
    static let batch = 200

    let userID: UserID
    /// The last person notified, in the order of ids.
    var cursor: UserID?
    let savedAt: Date
    /// Whether only matches see a difference. Events to other people would reveal the change of a hidden value.
    var isForMatches = false
    /// Whether a moderator has changed the profile. Then the events do not use the person's `NoticeBudget`. `nil`
    /// counts as `false`, for example in a record of an earlier version.
    var isByModerator: Bool?
    /// The added features that have failed to find the people with the profile in a list (the holders). It is `nil` if
    /// no feature has failed, and in a record of an earlier version.
    var missedHolders: FailedHolderLookups?

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    /// Notifies the next holders, if they still have the person in a list and may see them.
    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        transaction.attribute(to: isByModerator == true ? nil : userID)
        var rest = self
        let holders = try transaction.holders(of: userID, after: cursor, failedLookups: &rest.missedHolders)
        if let account = try transaction.get(AccountRecord.self, userID.rawValue) {
            let day = context.day(on: account.campus, at: transaction.now)
            for id in holders.prefix(Self.batch) {
                guard let holder = try transaction.get(AccountRecord.self, id.rawValue),
                    try !isForMatches || Visibility(of: holder, in: transaction).viewer(of: account).contains(.match)
                else { continue }
                try transaction.appendPerson(account, to: holder, on: day)
            }
        }
        if holders.count > Self.batch {
            rest.cursor = holders[Self.batch - 1]
        } else if let next = rest.missedHolders?.next {
            (rest.missedHolders, rest.cursor) = (next, nil)
        } else {
            try transaction.delete(Self.self, key)
            return false
        }
        try transaction.put(rest)
        return true
    }
}
