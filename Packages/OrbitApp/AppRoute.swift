/// Which part of the app is shown.
public enum AppRoute: String, CaseIterable, Hashable, Sendable {
    /// The stored session is being read.
    case launching
    /// Signing in.
    case auth
    /// A user may be signed in, but the stored session cannot be read now.
    case locked
    /// Signed in; whether the profile is complete is being asked.
    case arriving
    /// Filling in the profile before anything else.
    case profileSetup
    /// Signed in, with a complete profile.
    case home
    /// Changing a profile that is complete.
    case profileEdit
}

/// What moves the app from one part to another.
public enum AppEvent: CaseIterable, Hashable, Sendable {
    /// There is a session, from sign-in or from the token store.
    case signedIn
    /// There is no session any more, or there was none.
    case signedOut
    /// The token store cannot be read now.
    case sessionUnreadable
    /// The server says that the profile is complete. A user who is changing it goes on doing so.
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
    /// Where an event leads. Total: an event that means nothing here, such as a late response after a
    /// sign-out, leads nowhere else.
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
