import Chat
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import Profiles

// SwiftUI binds to properties and subscripts. These call the functions of the models, and have no rules of their own.

extension AppNavigation {
    /// The selected tab. Setting it selects a tab.
    var selectedTab: HomeTab {
        get { tab }
        set { select(newValue) }
    }

    /// The open sheet. Setting it to `nil` closes the sheet.
    var shownSheet: ShownSheet? {
        get { sheet.map { ShownSheet(subject: $0) } }
        set { if newValue == nil, sheet != nil { back() } }
    }

    /// The pages of a tab above its first page.
    subscript(pagesOf tab: HomeTab) -> [AppSheet] {
        get { stack(of: tab) }
        set { setStack(newValue, of: tab) }
    }
}

/// The subject of a sheet, as an element with an identity.
struct ShownSheet: Identifiable {
    let subject: AppSheet

    var id: AppSheet { subject }
}

extension ProfileViewModel {
    /// The user's name on a network; empty if it is not set.
    subscript(handleOn network: String) -> String {
        get { draft.socials.handles[network] ?? "" }
        set { setHandle(newValue, on: network) }
    }

    /// The user's level at a sport; `nil` if the user does not play it.
    subscript(levelAt sport: Sport) -> SkillLevel? {
        get { draft.sports.first { $0.sport == sport }?.level }
        set { setLevel(newValue, at: sport) }
    }

    /// The audience of a member of the profile.
    subscript(audienceOf field: ProfileField) -> Audience {
        get { audience(of: field) }
        set { show(field, to: newValue) }
    }
}

extension ConversationViewModel {
    /// The text of the draft. Setting it notifies the other people that the user types.
    var typedText: String {
        get { draft.text }
        set { type(newValue) }
    }
}

extension MeetupDraft {
    /// The start as an instant.
    var startDate: Date? {
        get { start.instant(in: zone) }
        set { start = newValue.map { LocalTimeField($0, in: zone) } ?? LocalTimeField() }
    }

    /// The end as an instant.
    var endDate: Date? {
        get { end.instant(in: zone) }
        set { end = newValue.map { LocalTimeField($0, in: zone) } ?? LocalTimeField() }
    }
}

extension Optional {
    /// Whether there is a value. Setting it to `false` removes the value.
    var isPresent: Bool {
        get { self != nil }
        set { if !newValue { self = nil } }
    }
}

extension String? {
    /// The text; empty for `nil`. Setting an empty text sets `nil`.
    var text: String {
        get { self ?? "" }
        set { self = newValue.isEmpty ? nil : newValue }
    }
}

extension Double? {
    /// The position on a scale; the middle for `nil`.
    var position: Double {
        get { self ?? 0.5 }
        set { self = newValue }
    }

    /// Whether the scale has no answer. Setting it to `false` sets the middle.
    var isOpen: Bool {
        get { self == nil }
        set { self = newValue ? nil : 0.5 }
    }
}
