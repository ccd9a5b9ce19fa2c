import BackendRuntime
import Chat
import OrbitModels
import Validation

extension HTTPProblem {
    /// The match has ended, the person has left the group, or the meetup was cancelled.
    static let conversationClosed = HTTPProblem(
        409, .conversationClosed, "This conversation has ended. You can still read it.")

    /// The message is not a text of the caller, or is older than `ChatLimits.editTime`.
    static let messageNotEditable = HTTPProblem(
        409, .editExpired, "This message cannot be edited any more.")

    static let notYourMessage = HTTPProblem(403, .forbidden, "Only its sender can change this message.")

    /// Returns the problem of a sender who has sent too many messages.
    static func tooManyMessages(wait: Int) -> HTTPProblem {
        .rateLimited(wait: wait, "You have sent many messages lately. Try again in a moment.")
    }

    /// The emoji of the path is not one emoji.
    static let notAnEmoji = HTTPProblem.invalidInput(
        [FieldFailure(path: "emoji", code: .malformed)], "Choose one emoji.")

    static let tooManyEmoji = HTTPProblem(
        409, .tooManyReactions, "This message has many reactions already. Choose one of them.",
        details: ["max": .integer(ChatLimits.emojiPerMessage)])

    /// Returns the problem of a reply to a proposal that has ended.
    static func proposalClosed(_ proposal: Proposal) -> HTTPProblem {
        HTTPProblem(
            409, .proposalClosed, "This proposal has ended. Load the conversation again.",
            details: ["state": .text(proposal.state.rawValue)])
    }
}
