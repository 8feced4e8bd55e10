"""The recorder's methods as constants of the woven code."""

from llmdb.child.weaving.probes import Probes


class BoundProbes:
    """The recorder's methods, bound once, so that each is one constant."""

    def __init__(self, probes: Probes) -> None:
        self.tags = probes.tags
        self.values = probes.values
        self.limit = probes.limit
        self.late = probes.late
        self.lost = probes.lost
        self.drain = probes.drain
        self.settle = probes.settle
        self.generator = probes.generator
        self.made = probes.made
        self.defaults = probes.defaults
        self.resume = probes.resume
        self.suspended = probes.suspended
        self.unwind = probes.unwind
        self.raised = probes.raised
        self.setitem = probes.setitem
        self.delitem = probes.delitem
        self.setattr = probes.setattr
        self.delattr = probes.delattr
        self.inplace = probes.inplace
        self.opens = probes.opens
        self.imports_all = probes.imports_all
        self.keeps = probes.keeps
        self.readitem = probes.readitem
        self.before_call = probes.before_call
        self.before_one = probes.before_one
        self.before_setting = probes.before_setting
        self.before_call_star = probes.before_call_star
        self.taken = probes.taken
        self.look = probes.look
        self.after_call = probes.after_call
        self.before_cached = probes.before_cached
        self.after_cached = probes.after_cached
        self.outside = probes.outside
        self.formats = probes.formats
        self.imported = probes.imported
        self.thread = probes.thread
