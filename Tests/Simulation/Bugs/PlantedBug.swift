/// A mistake in the client or the server, planted at a seam of the simulation. A run with a planted bug has to find it
/// within 2,000 seeds, otherwise the invariants miss mistakes of this kind.
enum PlantedBug: String, CaseIterable, Sendable {
    // The client's requests
    /// Each attempt of a request has a new idempotency key.
    case keysAreNotKept
    /// Requests have no idempotency key.
    case keysAreDropped
    /// Each page is requested without its cursor.
    case pagesRepeat
    /// The models of a signed-out person still send requests.
    case gateStaysOpen
    /// A cancelled request continues.
    case cancellationIgnored

    // The client's responses
    /// A refusal by a proxy counts as the end of the session.
    case refusalEndsSession
    /// The lifetime of a token is read as one second.
    case lifetimeIsMisread
    /// A list is shown as it was, with the position of the new response.
    case staleListIsShown
    /// A list is shown as another account has loaded it.
    case cacheIgnoresAccounts
    /// The cursor of the next page is not read.
    case nextPageIsLost
    /// The position in a receipt counts one event too many.
    case receiptPositionIsWrong
    /// The events of receipts have no effect on lists.
    case receiptEventsAreVoid

    // The client's log
    /// The log does not start over.
    case resyncIsIgnored
    /// Events of received pokes are dropped.
    case pokesAreDropped
    /// Events of received pokes have no effect on lists.
    case pokesAreVoid
    /// Events of hidden people have no effect on lists.
    case hidingIsVoid
    /// Events of matches have no effect on lists.
    case matchesAreVoid
    /// Each frame of the stream ends early.
    case framesAreCut
    /// A lost connection looks alive.
    case cutStreamLooksAlive

    // The clock and the disk of the device
    /// Durations are measured with the wall clock.
    case uptimeFollowsDate
    /// Waits before retries and reconnects are skipped.
    case shortSleepsEndAtOnce
    /// Deadlines never pass.
    case longSleepsNeverEnd
    /// Each write loses its last byte.
    case writesAreTorn
    /// A write returns before it is on the disk.
    case filesAreNotSynchronized
    /// A new file does not replace the old file.
    case savesAreDropped
    /// Removed files remain.
    case filesAreNotRemoved

    // The server's sessions
    /// A refresh token that was sent before ends the session.
    case lostResponseEndsSession
    /// Access tokens are not found.
    case tokensAreForgotten
    /// Access tokens are valid for a day.
    case tokensDoNotExpire

    // The server's transactions
    /// The responses to repeated requests are not stored.
    case repeatedRequestsAreForgotten
    /// A poke is acknowledged and not committed.
    case pokesAreForgotten
    /// A change of a poke is not stored.
    case pokesDoNotChange
    /// A match is not stored.
    case matchesAreForgotten
    /// Blocks are not found.
    case blocksAreNotFound
    /// A removed block remains.
    case blocksRemain

    // The server's log
    /// Only one of two people is notified of a match.
    case matchesAreOneSided
    /// The end of a poke is not in the log.
    case closedPokesAreVoid
    /// The log does not state that a person is hidden.
    case hiddenPeopleAreVoid
    /// An event of a received poke is not stored.
    case eventsAreLost
    /// The numbers of events are given twice.
    case numbersAreRepeated
    /// A block does not withdraw the events about the person.
    case eventsSurviveBlocks

    // Chat
    /// Each attempt to send a message has a new client id.
    case clientIDsAreNotKept
    /// A message is acknowledged and not committed.
    case messagesAreForgotten
    /// Edits, deletions and reactions are acknowledged and not stored.
    case messagesDoNotChange
    /// New messages do not count as unread.
    case unreadIsNotCounted
    /// Own messages count as unread.
    case ownMessagesAreUnread
    /// The watermark of a reader decreases.
    case watermarksGoBack
    /// Events of new messages have no effect on the screen.
    case newMessagesAreVoid
    /// Events of changed messages have no effect on the screen.
    case changedMessagesAreVoid
    /// Unread counts in events are always zero.
    case eventsCountNothing
    /// A message is sent although it was cancelled.
    case cancelledMessagesAreSent
    /// The server returns messages as they were before a change.
    case messagesAreCached
    /// The number of a message is given twice.
    case messageNumbersAreRepeated

    /// Returns the name in words, such as "keys are not kept" or "client ids are not kept".
    var words: String {
        var words = ""
        var previous: Character?
        for character in rawValue {
            if character.isUppercase, previous?.isUppercase == false { words += " " }
            words += character.lowercased()
            previous = character
        }
        return words
    }
}
