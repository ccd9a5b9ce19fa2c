import OrbitModels

/// A text of this front end. The texts of OrbitKit are in the vocabularies of its modules.
enum ScreenWord: String, CaseIterable, Sendable {
    case accept, active, add, addPhoto, address, allMatches, approval, asList, audiences, back, bio, block
    case cancel, cancelMeetup, capacity, capacityHint, city, close, code, codeExpired, completeness
    case conflictsTitle, counterProposal, decline, delete, description, difference, discardChanges
    case discardUnsent, disconnect, earlierMessages, edit, editingMessage, editMeetup, email, end, extrovert
    case findMeetups, freeHours, frequency, goals, going, groupSize, homePosition, hostedBy, ignore, interests
    case interestsHint, introvert, invitations, invitationsWaiting, keepAway, keepMatch, keepMine, keepTheirs
    case keepUnsent, kind, kinds, leaveOpen, lessLike, lessLikeDone, letIn, linkTitle, loadAgain, major
    case makeFirst, meeting, meetup, meetupChat, meetupGone, message, messageToHost, month, mute, myMeetups
    case name, networks, newDay, newMatch, newMeetup, next, noScreen, note, openChat, otherAddress
    case otherInterest, pause, people, personality, photoHint, place, placeName, planner, preferredTimes
    case proposeMeetup, received, reconfirm, region, relaxed, remove, repeats, reply, requests
    case requestsWaiting, resend, resendIn, resume, room, save, scalesHint, search, send, sendCode, sent, show
    case showMore, signIn, signInHint, signOut, someone, spontaneous, sports, standing, start, suspendedUntil
    case title, today, todayEnded, triesLeft, tryAgain, undo, unmute, visibleTo, when, why, withdraw, year
    case yourMeetup

    /// The texts of all cases, under their names. A translation of the catalogue replaces them.
    static let vocabulary = Vocabulary(
        "screen", Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.english) }))

    /// The English text.
    private var english: MessageTemplate {
        switch self {
        case .accept: "Accept"
        case .active: "Active"
        case .add: "Add"
        case .addPhoto: "Add a photo"
        case .address: "Address"
        case .allMatches: "All matches"
        case .approval: "Joining"
        case .asList: "Show as a list"
        case .audiences: "Who sees each part"
        case .back: "Back"
        case .bio: "About you"
        case .block: "Block"
        case .cancel: "Cancel"
        case .cancelMeetup: "Cancel the meetup"
        case .capacity: "Places"
        case .capacityHint: "Including you. Leave it empty for no limit."
        case .city: "City"
        case .close: "Close"
        case .code: "Code"
        case .codeExpired: "This code has expired. Ask for another one."
        case .completeness: "Your profile"
        case .conflictsTitle: "Changed in two places"
        case .counterProposal: "Propose other times"
        case .decline: "Decline"
        case .delete: "Delete"
        case .description: "Description"
        case .difference: "And you differ"
        case .discardChanges: "Discard changes"
        case .discardUnsent: "Delete and sign out"
        case .disconnect: "End the match"
        case .earlierMessages: "Earlier messages"
        case .edit: "Edit"
        case .editingMessage: "You are changing a message."
        case .editMeetup: "Edit the meetup"
        case .email: "Email address"
        case .end: "End"
        case .extrovert: "Extrovert"
        case .findMeetups: "Find meetups"
        case .freeHours: "Free hours"
        case .frequency: "How often?"
        case .goals: "What are you looking for?"
        case .going:
            MessageTemplate(plural: "count", [.one: "{count} person is going", .other: "{count} people are going"])
        case .groupSize: "Size of the group"
        case .homePosition: "Your home on the map"
        case .hostedBy: "Hosted by"
        case .ignore: "Ignore"
        case .interests: "Interests"
        case .interestsHint: "Choose 3 to 10."
        case .introvert: "Introvert"
        case .invitations: "Invitations"
        case .invitationsWaiting:
            MessageTemplate(
                plural: "count", [.one: "{count} invitation waits for you", .other: "{count} invitations wait for you"])
        case .keepAway: "Keep away"
        case .keepMatch: "Keep the match"
        case .keepMine: "Keep mine"
        case .keepTheirs: "Keep the other"
        case .keepUnsent: "Keep for the next sign-in"
        case .kind: "Kind"
        case .kinds: "Kinds"
        case .leaveOpen: "I leave this open"
        case .lessLike: "Less like this"
        case .lessLikeDone: "{name} is not suggested any more."
        case .letIn: "Let in"
        case .linkTitle: "This link cannot be opened"
        case .loadAgain: "Load again"
        case .major: "Major"
        case .makeFirst: "Make it the first"
        case .meeting: "How to meet"
        case .meetup: "Meetup"
        case .meetupChat: "Chat of the meetup"
        case .meetupGone: "This meetup does not exist, or you may not see it."
        case .message: "Message"
        case .messageToHost: "Message to the host"
        case .month: "Month"
        case .mute: "Mute"
        case .myMeetups: "Your meetups"
        case .name: "Name"
        case .networks: "Elsewhere"
        case .newDay: "A new day has new suggestions."
        case .newMatch: "You and {name} are matched!"
        case .newMeetup: "New meetup"
        case .next: "Next"
        case .noScreen: "This front end has no screen for this page."
        case .note: "Your note"
        case .openChat: "Write a message"
        case .otherAddress: "Use another address"
        case .otherInterest: "Another interest"
        case .pause: "Pause the daily match"
        case .people: "People"
        case .personality: "Personality"
        case .photoHint: "JPEG or PNG, at most 8 MB. Hidden data in the photo is removed."
        case .place: "Place"
        case .placeName: "Name of the place"
        case .planner: "Planner"
        case .preferredTimes: "When?"
        case .proposeMeetup: "Propose to meet"
        case .received: "Received"
        case .reconfirm: "Ask guests a day before to confirm again"
        case .region: "State or region"
        case .relaxed: "Relaxed"
        case .remove: "Remove"
        case .repeats: "Repeats"
        case .reply: "Reply"
        case .requests: "Requests"
        case .requestsWaiting:
            MessageTemplate(
                plural: "count", [.one: "{count} request waits for you", .other: "{count} requests wait for you"])
        case .resend: "Send another code"
        case .resendIn:
            MessageTemplate(
                plural: "count",
                [
                    .one: "Another code is possible in {count} second.",
                    .other: "Another code is possible in {count} seconds.",
                ])
        case .resume: "Resume the daily match"
        case .room: "Room"
        case .save: "Save"
        case .scalesHint: "You can leave a scale open. That does not count as the middle."
        case .search: "Search"
        case .send: "Send"
        case .sendCode: "Send me a code"
        case .sent: "Sent"
        case .show: "Show"
        case .showMore: "Show more"
        case .signIn: "Sign in"
        case .signInHint: "Use the email address of your campus. We send you a code."
        case .signOut: "Sign out"
        case .someone: "Someone"
        case .spontaneous: "Spontaneous"
        case .sports: "Sports"
        case .standing: "Reputation"
        case .start: "Start"
        case .suspendedUntil: "The suspension ends on {date}."
        case .title: "Title"
        case .today: "Today"
        case .todayEnded: "You have ended the match of today. The next one comes tomorrow."
        case .triesLeft: MessageTemplate(plural: "count", [.one: "{count} try left", .other: "{count} tries left"])
        case .tryAgain: "Try again"
        case .undo: "Undo"
        case .unmute: "Unmute"
        case .visibleTo: "Visible to"
        case .when: "When"
        case .why: "Why you fit"
        case .withdraw: "Withdraw"
        case .year: "Year"
        case .yourMeetup: "Your meetup"
        }
    }
}
