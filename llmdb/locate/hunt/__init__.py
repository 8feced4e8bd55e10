"""`hunt`: states of a run judged one by one until a right one became wrong."""
