public import OrbitModels

extension EventCatalogue {
    /// The events of mutes, check-ins and the sharing of plans.
    public static let care = EventCatalogue([
        .muteSet: Named<MutedPerson>.self, .muteEnded: Named<UserID>.self,
        .checkInChanged: Named<SafetyCheckIn>.self,
        .planShareChanged: Named<PlanShare>.self,
        .blockedAttendanceChanged: Named<BlockedAttendance>.self,
    ])
}
