/// A part of the app.
public enum AppRoute: String, CaseIterable, Hashable, Sendable {
    /// The stored session is being read.
    case launching
    /// The person signs in.
    case auth
    /// A user may be signed in, but the stored session cannot be read now.
    case locked
    /// The user is signed in, and the app asks the server whether the profile is complete. With the profile of the last
    /// launch on this device, the app does not wait for the response.
    case arriving
    /// The user fills in the profile before anything else.
    case profileSetup
    /// The user is signed in, with a complete profile.
    case home
    /// The user changes a complete profile.
    case profileEdit
}

/// An event that can change the route.
public enum AppEvent: CaseIterable, Hashable, Sendable {
    /// A session exists, from a sign-in or from the token store.
    case signedIn
    /// The session has ended, or there was no session.
    case signedOut
    /// The token store cannot be read now.
    case sessionUnreadable
    /// The server says that the profile is complete. A user who is changing it continues to do so.
    case profileComplete
    /// The form was saved, and the profile is complete.
    case profileSaved
    /// The server says that the profile lacks something.
    case profileIncomplete
    /// The user wants to change the profile.
    case editProfile
    /// The user leaves the form without saving.
    case leaveEditing
}

extension AppRoute {
    /// Returns the route after `event`. An event that does not apply to this route, such as a late response after a
    /// sign-out, returns the same route.
    public func after(_ event: AppEvent) -> AppRoute {
        switch (self, event) {
        case (_, .signedOut): .auth
        case (_, .sessionUnreadable): .locked
        case (.launching, .signedIn), (.auth, .signedIn), (.locked, .signedIn): .arriving
        case (.arriving, .profileComplete), (.profileSetup, .profileComplete): .home
        case (.profileSetup, .profileSaved), (.profileEdit, .profileSaved): .home
        case (.arriving, .profileIncomplete), (.home, .profileIncomplete), (.profileEdit, .profileIncomplete):
            .profileSetup
        case (.home, .editProfile): .profileEdit
        case (.profileEdit, .leaveEditing): .home
        case (_, .signedIn), (_, .profileComplete), (_, .profileSaved), (_, .profileIncomplete), (_, .editProfile),
            (_, .leaveEditing):
            self
        }
    }
}
